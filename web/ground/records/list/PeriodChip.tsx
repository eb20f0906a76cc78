import { formatDay, formatDays } from '../../ui/format.ts'
import { FilterChip } from '../../ui/list/FilterChip.tsx'

/** The days that a list is of, and how to have all of them. */
export function PeriodChip({
  from,
  to,
  onRemove,
}: {
  from: string | undefined
  to: string | undefined
  onRemove: () => void
}) {
  if (!from && !to) return null
  return <FilterChip onRemove={onRemove}>{periodWords(from, to)}</FilterChip>
}

function periodWords(from: string | undefined, to: string | undefined): string {
  if (from && to) return formatDays({ from, to })
  return from ? `Since ${formatDay(from)}` : `Until ${formatDay(to ?? '')}`
}

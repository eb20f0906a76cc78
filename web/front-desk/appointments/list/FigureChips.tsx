import type { Counted } from '../../../../contract/front-desk/appointments.ts'
import { hourWords } from '../../../ground/ui/format.ts'
import { FilterChip } from '../../../ground/ui/list/FilterChip.tsx'
import { useClinics } from '../../../people/clinics/public.ts'
import type { AppointmentListSearch } from './list-search.ts'

const countedWords: Record<Counted, string> = {
  PLACE: 'With a place in a session',
  LEAD_TIME: 'Booked ahead',
  DUE: 'Booked ahead, day over',
  NO_SHOW: 'No-shows',
}

type Filters = Pick<AppointmentListSearch, 'counted' | 'sessionsOf' | 'at'>

/** The filters that came from a figure of the clinics. Each can be left out. */
export function FigureChips({
  search: { counted, sessionsOf, at },
  onRemove,
}: {
  search: Filters
  onRemove: (without: Filters) => void
}) {
  const clinic = useClinics().find(({ id }) => id === sessionsOf)?.name ?? 'one clinic'
  return (
    <>
      {counted && (
        <FilterChip onRemove={() => onRemove({ counted: undefined })}>{countedWords[counted]}</FilterChip>
      )}
      {sessionsOf && (
        <FilterChip onRemove={() => onRemove({ sessionsOf: undefined })}>Sessions of {clinic}</FilterChip>
      )}
      {at !== undefined && (
        <FilterChip onRemove={() => onRemove({ at: undefined })}>Booked for {hourWords(at)}</FilterChip>
      )}
    </>
  )
}

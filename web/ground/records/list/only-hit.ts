import type { OnlyHit } from '../../ui/list/SearchField.tsx'
import type { Rows } from './rows.ts'

/** What Enter in a list's search box opens: its only row. */
export function onlyHit<Row>(
  { rows, isUpdating = false, failure, place }: Rows<Row>,
  open: (row: Row) => void,
): OnlyHit {
  const [row] = rows ?? []
  const isOnly = rows?.length === 1 && (place?.total ?? 1) === 1
  return {
    isBehind: isUpdating || (rows === undefined && failure === undefined),
    open: isOnly && row !== undefined ? () => open(row) : undefined,
  }
}

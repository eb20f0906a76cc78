import type { OnlyHit } from '../../ui/list/SearchField.tsx'
import type { Rows } from './rows.ts'

/** The only row of a list, which Enter in its search box opens. */
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

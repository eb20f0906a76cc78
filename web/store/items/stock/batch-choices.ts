import type { ItemUnit } from '../../../contract/inventory-items.ts'
import type { Batch } from '../../../contract/stock.ts'
import type { MovementKind } from '../../../contract/store/kinds.ts'
import { batchWords } from '../words.ts'

/** The choice of an issue that leaves it to the server: what expires first. */
export const firstOut = 'first'

/** An emptied batch can still be returned to, or counted again. */
export const takesEmptied = (kind: MovementKind) => kind === 'RETURN' || kind === 'ADJUST'

/** What expires first of what can be used. */
export const firstUsable = (shelf: readonly Batch[] | undefined) => shelf?.find(({ isExpired }) => !isExpired)

/** Which batches a movement can name: those with stock, as they are to be used up, and those that are empty where one can come back. */
export function batchChoices(
  kind: MovementKind,
  unit: ItemUnit,
  shelf: readonly Batch[] = [],
  emptied: readonly Pick<Batch, 'id' | 'batchNumber'>[] = [],
): { value: string; label: string; disabled?: boolean }[] {
  const isIssue = kind === 'ISSUE'
  const first = firstUsable(shelf)
  // One of the two answers can be older, so a batch in both is listed once.
  const onShelf = new Set(shelf.map(({ id }) => id))
  return [
    ...(isIssue ? [{ value: firstOut, label: first ? batchWords(first, unit) : 'No usable stock' }] : []),
    ...shelf
      .filter(({ id }) => !isIssue || id !== first?.id)
      .map((batch) => ({
        value: batch.id,
        label: batchWords(batch, unit),
        disabled: isIssue && batch.isExpired,
      })),
    ...(takesEmptied(kind) ? emptied : [])
      .filter(({ id }) => !onShelf.has(id))
      .map(({ id, batchNumber }) => ({ value: id, label: `${batchNumber}, none left` })),
  ]
}

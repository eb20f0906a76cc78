import type { ItemUnit } from '../../../../contract/store/items.ts'
import type { MovementKind } from '../../../../contract/store/kinds.ts'
import type { Batch } from '../../../../contract/store/stock.ts'
import { batchWords } from '../words.ts'

/** The choice of an issue that leaves it to the server: what expires first. */
export const firstOut = 'first'

/** An emptied batch can still be returned to, or counted again. */
export const takesEmptied = (kind: MovementKind) => kind === 'RETURN' || kind === 'ADJUST'

/** The usable batch that expires first. */
export const firstUsable = (shelf: readonly Batch[] | undefined) => shelf?.find(({ isExpired }) => !isExpired)

/**
 * The batches that a movement can name: those with stock, in the order of use, and the empty ones if the movement can
 * refill them.
 */
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

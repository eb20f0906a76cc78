import { type MovementKind, movementKinds } from '../../../../contract/store/kinds.ts'
import type { MovementListSearch } from '../list-search.ts'

export function kindsOf(kind: string | undefined): MovementKind[] {
  return movementKinds.filter((one) => kind?.split(',').includes(one))
}

/** The filter of the list of movements as the server takes it. */
export function movementFilterOf({ from, to, kind, cause, category, item, by }: MovementListSearch) {
  return {
    from,
    to,
    kind: kindsOf(kind).join() || undefined,
    cause,
    category,
    inventoryItemId: item,
    byId: by,
  }
}

import { z } from 'zod'
import {
  disposeCauses,
  itemCategories,
  itemSortKeys,
  movementKinds,
  storeListNames,
} from '../../../contract/store/kinds.ts'
import { dayParam, pageNumber, searchText, sortParams } from '../../ground/records/list/search-params.ts'

/** The movement whose dialog is open. */
const move = z.enum(movementKinds).optional().catch(undefined)

/** The URL parameters of the inventory list; others are ignored. */
export const ItemListSearch = z.object({
  search: searchText,
  category: z.string().toUpperCase().pipe(z.enum(itemCategories)).optional().catch(undefined),
  lowStock: z.literal(true).optional().catch(undefined),
  ...sortParams(itemSortKeys),
  page: pageNumber,
  move,
  /** The item. */
  item: z.uuid().optional().catch(undefined),
  /** The small list that is open. */
  lists: z.enum(storeListNames).optional().catch(undefined),
})
export type ItemListSearch = z.output<typeof ItemListSearch>

export const itemsPerPage = 20
export const movementsPerPage = 20
/** On an item’s page, below all else that it says. */
export const itemMovementsPerPage = 10

/** The list's filter as the server takes it; page and its size aside. */
export function filterOf({ search, category, lowStock, sort, direction }: ItemListSearch) {
  return {
    search,
    category,
    lowStock: lowStock ? 'true' : undefined,
    sort: sort ?? 'name',
    direction: direction ?? 'asc',
  } as const
}

/** The URL parameters of the list of movements. */
export const MovementListSearch = z.object({
  from: dayParam,
  to: dayParam,
  /** One or more kinds, separated by commas. */
  kind: z.string().optional().catch(undefined),
  cause: z.enum(disposeCauses).optional().catch(undefined),
  category: z.enum(itemCategories).optional().catch(undefined),
  item: z.guid().optional().catch(undefined),
  /** The account that recorded it. */
  by: z.guid().optional().catch(undefined),
  page: pageNumber,
})
export type MovementListSearch = z.output<typeof MovementListSearch>

export const stockPeriods = [30, 90, 365] as const
export const ItemSearch = z.object({
  page: pageNumber,
  days: z.literal(stockPeriods).optional().catch(undefined),
  move,
})

export const AvailabilitySearch = z.object({ search: searchText, page: pageNumber })

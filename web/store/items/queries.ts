import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../../contract/api/endpoint.ts'
import {
  listAvailability,
  listInventoryItems,
  readInventoryItem,
  summarizeInventory,
} from '../../../contract/store/items.ts'
import {
  listBatches,
  listEmptiedBatches,
  listMovements,
  listStoreMovements,
  readStockHistory,
} from '../../../contract/store/stock.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { itself } from '../../ground/client/live/record-events.ts'

/** The store queries of the screens. */

type ListQuery = NonNullable<RequestOf<typeof listInventoryItems>['query']>

export function itemListQuery(query: ListQuery) {
  return queryOptions({
    queryKey: ['inventory-item', 'list', query],
    ...following(['inventory'], (options) => api(listInventoryItems, { query }, options)),
    placeholderData: keepPreviousData,
  })
}

export const inventorySummaryQuery = queryOptions({
  queryKey: ['inventory-item', 'summary'],
  ...following(['inventory'], (options) => api(summarizeInventory, {}, options)),
})

export function itemQuery(id: string) {
  return queryOptions({
    queryKey: ['inventory-item', 'one', id],
    ...following(
      [`inventory-item:${id}`],
      (options) => api(readInventoryItem, { params: { id } }, options),
      itself,
    ),
  })
}

export function batchesQuery(id: string) {
  return queryOptions({
    queryKey: ['inventory-item', 'batches', id],
    ...following([`inventory-item:${id}`], (options) => api(listBatches, { params: { id } }, options)),
  })
}

export function emptiedBatchesQuery(id: string, query: { search?: string; including?: string } = {}) {
  return queryOptions({
    queryKey: ['inventory-item', 'emptied-batches', id, query],
    ...following([`inventory-item:${id}`], (options) =>
      api(listEmptiedBatches, { params: { id }, query }, options),
    ),
    placeholderData: keepPreviousData,
  })
}

export function movementsQuery(id: string, page: number, limit: number) {
  return queryOptions({
    queryKey: ['inventory-item', 'movements', id, page, limit],
    ...following([`inventory-item:${id}`], (options) =>
      api(listMovements, { params: { id }, query: { page, limit } }, options),
    ),
    placeholderData: keepPreviousData,
  })
}

type MovementsQuery = NonNullable<RequestOf<typeof listStoreMovements>['query']>

export function storeMovementsQuery(query: MovementsQuery) {
  return queryOptions({
    queryKey: ['stock-movement', 'list', query],
    ...following(['inventory'], (options) => api(listStoreMovements, { query }, options)),
    placeholderData: keepPreviousData,
  })
}

export function stockHistoryQuery(id: string, days: number) {
  return queryOptions({
    queryKey: ['inventory-item', 'history', id, days],
    ...following([`inventory-item:${id}`], (options) =>
      api(readStockHistory, { params: { id }, query: { days } }, options),
    ),
    placeholderData: keepPreviousData,
  })
}

type AvailabilityQuery = NonNullable<RequestOf<typeof listAvailability>['query']>

export function availabilityQuery(query: AvailabilityQuery) {
  return queryOptions({
    queryKey: ['inventory-item', 'availability', query],
    ...following(['inventory-availability'], (options) => api(listAvailability, { query }, options)),
    placeholderData: keepPreviousData,
  })
}

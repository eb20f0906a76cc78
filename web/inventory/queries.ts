import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/api/endpoint.ts'
import {
  listAvailability,
  listInventoryItems,
  readInventoryItem,
  summarizeInventory,
} from '../../contract/inventory-items.ts'
import { listBatches, listMovements, readStockHistory } from '../../contract/stock.ts'
import { api } from '../client/api.ts'

/** What the screens read of the store. Every key begins with its noun, where live changes find it. */

type ListQuery = NonNullable<RequestOf<typeof listInventoryItems>['query']>

export function itemListQuery(query: ListQuery) {
  return queryOptions({
    queryKey: ['inventory-item', 'list', query],
    queryFn: ({ signal }) => api(listInventoryItems, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const inventorySummaryQuery = queryOptions({
  queryKey: ['inventory-item', 'summary'],
  queryFn: ({ signal }) => api(summarizeInventory, {}, { signal }),
})

export function itemQuery(id: string) {
  return queryOptions({
    queryKey: ['inventory-item', 'one', id],
    queryFn: ({ signal }) => api(readInventoryItem, { params: { id } }, { signal }),
    meta: { follows: ['supplier', 'storage-location'] },
  })
}

export function batchesQuery(id: string) {
  return queryOptions({
    queryKey: ['inventory-item', 'batches', id],
    queryFn: ({ signal }) => api(listBatches, { params: { id } }, { signal }),
    meta: { follows: ['supplier'] },
  })
}

export function movementsQuery(id: string, page: number, limit: number) {
  return queryOptions({
    queryKey: ['inventory-item', 'movements', id, page, limit],
    queryFn: ({ signal }) => api(listMovements, { params: { id }, query: { page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function stockHistoryQuery(id: string, days: number) {
  return queryOptions({
    queryKey: ['inventory-item', 'history', id, days],
    queryFn: ({ signal }) => api(readStockHistory, { params: { id }, query: { days } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function availabilityQuery(search: string | undefined) {
  return queryOptions({
    queryKey: ['inventory-item', 'availability', search],
    queryFn: ({ signal }) => api(listAvailability, { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

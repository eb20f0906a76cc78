import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/endpoint.ts'
import {
  listAvailability,
  listBatches,
  listItems,
  listMovements,
  readItem,
  readStockHistory,
  summarizeInventory,
} from '../../contract/inventory.ts'
import { listOrders, readOrder } from '../../contract/purchasing.ts'
import { listStorageLocations, listSuppliers } from '../../contract/store-lists.ts'
import { api } from '../api.ts'

/** What the screens read of the store. Every key begins with its noun, where live changes find it. */

type ListQuery = NonNullable<RequestOf<typeof listItems>['query']>
type OrderQuery = NonNullable<RequestOf<typeof listOrders>['query']>

export function itemListQuery(query: ListQuery) {
  return queryOptions({
    queryKey: ['item', 'list', query],
    queryFn: ({ signal }) => api(listItems, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const inventorySummaryQuery = queryOptions({
  queryKey: ['item', 'summary'],
  queryFn: ({ signal }) => api(summarizeInventory, {}, { signal }),
})

export function itemQuery(id: string) {
  return queryOptions({
    queryKey: ['item', 'one', id],
    queryFn: ({ signal }) => api(readItem, { params: { id } }, { signal }),
    meta: { follows: ['supplier', 'location'] },
  })
}

export function batchesQuery(id: string) {
  return queryOptions({
    queryKey: ['item', 'batches', id],
    queryFn: ({ signal }) => api(listBatches, { params: { id } }, { signal }),
    meta: { follows: ['supplier'] },
  })
}

export function movementsQuery(id: string, page: number, limit: number) {
  return queryOptions({
    queryKey: ['item', 'movements', id, page, limit],
    queryFn: ({ signal }) => api(listMovements, { params: { id }, query: { page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function stockHistoryQuery(id: string, days: number) {
  return queryOptions({
    queryKey: ['item', 'history', id, days],
    queryFn: ({ signal }) => api(readStockHistory, { params: { id }, query: { days } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function availabilityQuery(search: string | undefined) {
  return queryOptions({
    queryKey: ['item', 'availability', search],
    queryFn: ({ signal }) => api(listAvailability, { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const suppliersQuery = queryOptions({
  queryKey: ['supplier', 'list'],
  queryFn: ({ signal }) => api(listSuppliers, {}, { signal }),
})

export const locationsQuery = queryOptions({
  queryKey: ['location', 'list'],
  queryFn: ({ signal }) => api(listStorageLocations, {}, { signal }),
})

export function orderListQuery(query: OrderQuery) {
  return queryOptions({
    queryKey: ['order', 'list', query],
    queryFn: ({ signal }) => api(listOrders, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { follows: ['supplier'] },
  })
}

export function orderQuery(id: string) {
  return queryOptions({
    queryKey: ['order', 'one', id],
    queryFn: ({ signal }) => api(readOrder, { params: { id } }, { signal }),
    meta: { follows: ['supplier'] },
  })
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/api/endpoint.ts'
import {
  listPurchaseOrders,
  previewLowStockPurchaseOrders,
  readPurchaseOrder,
} from '../../contract/purchase-orders.ts'
import { api } from '../client/api.ts'
import { following } from '../client/live/following.ts'
import { itself } from '../client/live/told.ts'

/** What the screens read of purchase orders. */

type OrderQuery = NonNullable<RequestOf<typeof listPurchaseOrders>['query']>

export function orderListQuery(query: OrderQuery) {
  return queryOptions({
    queryKey: ['purchase-order', 'list', query],
    ...following(['purchase-orders'], (options) => api(listPurchaseOrders, { query }, options)),
    placeholderData: keepPreviousData,
  })
}

/** What is shown is what is agreed to: it changes when it is asked for anew, not under somebody's hand. */
export const reorderPlanQuery = queryOptions({
  queryKey: ['purchase-order', 'reorder'],
  queryFn: ({ signal }) => api(previewLowStockPurchaseOrders, {}, { signal }),
  staleTime: 0,
  gcTime: 0,
})

export function orderQuery(id: string) {
  return queryOptions({
    queryKey: ['purchase-order', 'one', id],
    ...following(
      [`purchase-order:${id}`],
      (options) => api(readPurchaseOrder, { params: { id } }, options),
      itself,
    ),
  })
}

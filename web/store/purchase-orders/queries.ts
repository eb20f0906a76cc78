import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../../contract/api/endpoint.ts'
import {
  listPurchaseOrders,
  previewLowStockPurchaseOrders,
  readPurchaseOrder,
} from '../../../contract/store/purchase-orders.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { itself } from '../../ground/client/live/record-events.ts'

/** The purchase order queries of the screens. */

type OrderQuery = NonNullable<RequestOf<typeof listPurchaseOrders>['query']>

export function orderListQuery(query: OrderQuery) {
  return queryOptions({
    queryKey: ['purchase-order', 'list', query],
    ...following(['purchase-orders'], (options) => api(listPurchaseOrders, { query }, options)),
    placeholderData: keepPreviousData,
  })
}

/** The user agrees to the plan shown, so it only changes on request. */
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

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/api/endpoint.ts'
import { listPurchaseOrders, readPurchaseOrder } from '../../contract/purchase-orders.ts'
import { api } from '../client/api.ts'

/** What the screens read of purchase orders. Every key begins with the noun, where live changes find it. */

type OrderQuery = NonNullable<RequestOf<typeof listPurchaseOrders>['query']>

export function orderListQuery(query: OrderQuery) {
  return queryOptions({
    queryKey: ['purchase-order', 'list', query],
    queryFn: ({ signal }) => api(listPurchaseOrders, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { follows: ['supplier'] },
  })
}

export function orderQuery(id: string) {
  return queryOptions({
    queryKey: ['purchase-order', 'one', id],
    queryFn: ({ signal }) => api(readPurchaseOrder, { params: { id } }, { signal }),
    meta: { follows: ['supplier'] },
  })
}

import { z } from 'zod'
import { purchaseOrderStatuses } from '../../../contract/store/kinds.ts'
import { pageNumber, searchText } from '../../ground/records/list/search-params.ts'

export const ordersPerPage = 20

export const OrderSearch = z.object({ open: z.literal('receive').optional().catch(undefined) })

export const OrderListSearch = z.object({
  /** A number, or how one begins. */
  search: searchText,
  status: z.enum(purchaseOrderStatuses).optional().catch(undefined),
  page: pageNumber,
})
export type OrderListSearch = z.output<typeof OrderListSearch>

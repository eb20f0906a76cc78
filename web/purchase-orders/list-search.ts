import { z } from 'zod'
import { purchaseOrderStatuses } from '../../contract/purchase-orders.ts'

const pageNumber = z.number().int().min(1).max(1_000_000).optional().catch(undefined)

export const ordersPerPage = 20

export const OrderSearch = z.object({ open: z.literal('receive').optional().catch(undefined) })

export const OrderListSearch = z.object({
  status: z.enum(purchaseOrderStatuses).optional().catch(undefined),
  page: pageNumber,
})
export type OrderListSearch = z.output<typeof OrderListSearch>

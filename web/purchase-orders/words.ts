import type { PurchaseOrderStatus } from '../../contract/purchase-orders.ts'
import type { Status } from '../ui/StatusBadge.tsx'

export const orderLooks: Record<PurchaseOrderStatus, Status> = {
  DRAFT: 'DRAFT',
  SENT: 'SENT',
  RECEIVED: 'RECEIVED',
  CANCELLED: 'CANCELLED',
}

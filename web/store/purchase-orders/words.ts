import { IconBan, IconPackageImport, IconPencil, IconSend } from '@tabler/icons-react'
import { type PurchaseOrderStatus } from '../../../contract/store/kinds.ts'
import type { StatusLook } from '../../ground/ui/StatusBadge.tsx'

export const orderLooks: Record<PurchaseOrderStatus, StatusLook> = {
  DRAFT: { word: 'Draft', icon: IconPencil, tone: 'quiet' },
  SENT: { word: 'Sent', icon: IconSend, tone: 'blue' },
  RECEIVED: { word: 'Received', icon: IconPackageImport, tone: 'green' },
  CANCELLED: { word: 'Cancelled', icon: IconBan, tone: 'quiet' },
}

/** The browser's storage key for the unsaved changes of a draft. */
export function typedOrderKey(orderId: string): string {
  return `purchase-order:${orderId}`
}

import { IconShoppingCartPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { draftLowStockPurchaseOrders } from '../../contract/purchase-orders.ts'
import { ApiError, api } from '../client/api.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { countOf } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'

/** Puts everything that is low and not on order yet on a draft of its supplier, and leads to the drafts. */
export function OrderWhatIsLow() {
  const navigate = useNavigate()

  async function draft() {
    try {
      const drafts = await api(draftLowStockPurchaseOrders, {})
      toast.success(`${countOf(drafts.length, 'draft order')} ready to review`, {
        detail: 'What is low was added in suggested quantities. Review them before you send them.',
      })
      const [only] = drafts
      if (drafts.length === 1 && only) await navigate({ to: '/purchase-orders/$id', params: { id: only.id } })
      else await navigate({ to: '/purchase-orders', search: { status: 'DRAFT' } })
    } catch (error) {
      if (error instanceof ApiError && error.problem.code === 'nothing_to_order') {
        toast.success('Nothing to order', { detail: error.message })
      } else toast.error(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <BusyButton label="Order what is low" busyLabel="Drafting…" icon={IconShoppingCartPlus} onAct={draft} />
  )
}

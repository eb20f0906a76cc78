import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { addPurchaseOrder } from '../../../contract/store/purchase-orders.ts'
import { api } from '../../ground/client/api.ts'
import { seedAnswer } from '../../ground/client/live/own-writes.ts'
import { ButtonLink } from '../../ground/links/links.tsx'
import { useNewRecord } from '../../ground/records/form/new-record.tsx'
import { PageHeader } from '../../ground/ui/page/PageHeader.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { OrderEditor } from './OrderEditor.tsx'
import { blankOrder, orderSchema } from './order-form.ts'
import { orderQuery } from './queries.ts'

/** Writes a draft order by hand. */
export function NewOrder() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const entry = useNewRecord({
    thing: 'order',
    blank: blankOrder,
    schema: orderSchema,
    draftKey: 'purchase-order:new',
    add: (body, idempotencyKey) => api(addPurchaseOrder, { body }, { idempotencyKey }),
    async onAdded(order) {
      seedAnswer(queryClient, orderQuery(order.id), order)
      toast.success(`Order ${order.number} drafted`)
      await navigate({ to: '/purchase-orders/$id', params: { id: order.id } })
    },
  })
  return (
    <>
      <PageHeader title="New Order" context="Saved as a draft until it is marked as sent" />
      <OrderEditor
        of={entry}
        closing={
          <ButtonLink to="/purchase-orders" variant="default" onClick={entry.giveUp}>
            Close
          </ButtonLink>
        }
      />
    </>
  )
}

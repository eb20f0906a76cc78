import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { addPurchaseOrder } from '../../contract/purchase-orders.ts'
import { api } from '../client/api.ts'
import { useFormDraft } from '../client/drafts.ts'
import { useContractForm } from '../client/forms.ts'
import { ButtonLink } from '../links.tsx'
import { useMe } from '../session/account.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { toast } from '../ui/toast.tsx'
import { OrderEditor } from './OrderEditor.tsx'
import { blankOrder, orderBody, orderSchema } from './order-form.ts'
import { orderQuery } from './queries.ts'

/** Writes a draft order by hand. */
export function NewOrder() {
  const me = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [initialValues] = useState(blankOrder)
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: orderSchema,
    initialValues,
    async send(values) {
      const order = await api(
        addPurchaseOrder,
        { body: orderBody(values) },
        { idempotencyKey: values.attemptKey },
      )
      draft.forget()
      queryClient.setQueryData(orderQuery(order.id).queryKey, order)
      void queryClient.invalidateQueries({ queryKey: ['purchase-order'] })
      toast.success(`Order ${order.number} drafted`)
      await navigate({ to: '/purchase-orders/$id', params: { id: order.id } })
    },
  })
  const draft = useFormDraft(form, me.id, 'order:new')
  return (
    <>
      <PageHeader title="New Order" context="A draft until you send it" />
      <OrderEditor
        form={form}
        summary={summary}
        onSubmit={onSubmit}
        busy={busy}
        saveLabel="Save Draft"
        closing={
          <ButtonLink to="/purchase-orders" variant="default" onClick={draft.forget}>
            Close
          </ButtonLink>
        }
      />
    </>
  )
}

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { editPurchaseOrder, PurchaseOrder } from '../../../contract/store/purchase-orders.ts'
import { api } from '../../ground/client/api.ts'
import { hasDraft } from '../../ground/client/drafts.ts'
import { seedAnswer } from '../../ground/client/live/own-writes.ts'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { useMe } from '../../ground/sign-in/account.ts'
import { OrderEditor, orderFields } from './OrderEditor.tsx'
import { orderSchema, orderValues } from './order-form.ts'
import { orderQuery } from './queries.ts'
import { typedOrderKey } from './words.ts'

/**
 * A draft as it is edited. What was typed stays in sight when the order is sent or cancelled meanwhile, and is there
 * again when the order is opened again, until it is discarded.
 */
export function DraftOrder({
  order,
  onTyped,
}: {
  order: PurchaseOrder
  /** Reports whether there are unsaved changes. */
  onTyped: (hasTyped: boolean) => void
}) {
  const me = useMe()
  const queryClient = useQueryClient()
  const typedKey = typedOrderKey(order.id)
  const ended = order.status === 'DRAFT' ? undefined : order.status === 'CANCELLED' ? 'cancelled' : 'sent'
  const edit = useRecordEdit({
    thing: 'order',
    latest: order,
    ended,
    record: PurchaseOrder,
    fields: orderFields,
    schema: orderSchema,
    valuesOf: orderValues,
    draftKey: typedKey,
    save: (body, { id, version }) => api(editPurchaseOrder, { params: { id }, body }, { version }),
    told: ({ number }) => `Order ${number} updated`,
    onSaved: (saved) => seedAnswer(queryClient, orderQuery(saved.id), saved),
  })
  // The form has kept, or forgotten, what is typed by now.
  useEffect(() => onTyped(hasDraft(me.id, typedKey)))

  return (
    <OrderEditor
      of={edit}
      hasNothingToSave={!edit.form.isDirty()}
      closing={
        ended && (
          <Button
            variant="default"
            onClick={() => {
              edit.giveUp()
              onTyped(false)
            }}
          >
            Discard changes
          </Button>
        )
      }
    />
  )
}

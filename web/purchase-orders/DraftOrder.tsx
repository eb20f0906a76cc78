import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { editPurchaseOrder, PurchaseOrder } from '../../contract/purchase-orders.ts'
import { api } from '../client/api.ts'
import { seedAnswer } from '../client/live/answers.ts'
import { useRecordEdit } from '../records/edit/record-edit.tsx'
import { OrderEditor, orderFields } from './OrderEditor.tsx'
import { orderSchema, orderValues } from './order-form.ts'
import { orderQuery } from './queries.ts'

/** A draft as it is edited. `onDirty` tells whether something is typed that is not saved. */
export function DraftOrder({ order, onDirty }: { order: PurchaseOrder; onDirty: (dirty: boolean) => void }) {
  const queryClient = useQueryClient()
  const ended = order.status === 'DRAFT' ? undefined : order.status === 'CANCELLED' ? 'cancelled' : 'sent'
  const edit = useRecordEdit({
    thing: 'order',
    latest: order,
    ended,
    record: PurchaseOrder,
    fields: orderFields,
    schema: orderSchema,
    valuesOf: orderValues,
    draftKey: `purchase-order:${order.id}`,
    save: (body, { id, version }) => api(editPurchaseOrder, { params: { id }, body }, { version }),
    told: ({ number }) => `Order ${number} updated`,
    onSaved: (saved) => seedAnswer(queryClient, orderQuery(saved.id), saved),
  })
  const dirty = edit.form.isDirty()
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  return (
    <OrderEditor
      of={edit}
      hasNothingToSave={!dirty}
      closing={
        ended && (
          <Button
            variant="default"
            onClick={() => {
              edit.giveUp()
              onDirty(false)
            }}
          >
            Discard changes
          </Button>
        )
      }
    />
  )
}

// No dialog in this file is about a patient.
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  outstandingOf,
  type PurchaseOrder,
  type PurchaseOrderLine,
  receivePurchaseOrder,
} from '../../../contract/store/purchase-orders.ts'
import { ApiError, api } from '../../ground/client/api.ts'
import { useFormDraft } from '../../ground/client/drafts.ts'
import { useContractForm } from '../../ground/client/forms.ts'
import { seedAnswer } from '../../ground/client/live/own-writes.ts'
import { useMe } from '../../ground/sign-in/account.ts'
import { DialogForm } from '../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { DraftNotice } from '../../ground/ui/form/DraftNotice.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { amountOf, ExpiryField, formatQuantity } from '../items/public.ts'
import classes from './Order.module.css'
import { atPlace, type ReceiptValues, receiptBody, receiptSchema, receiptValues } from './order-form.ts'
import { orderQuery } from './queries.ts'

/** Receives what came of an order, line by line; a line left empty did not come. */
export function ReceiveDialog({ order, onClose }: { order: PurchaseOrder; onClose: () => void }) {
  // Typed quantities stay when somebody else closes the order meanwhile; the server then refuses them with the reason.
  const [found] = useState(order.status)
  if (found !== 'SENT') return null
  return (
    <DialogFrame onClose={onClose} title={`Receive order ${order.number}`} size="xl">
      <Delivery order={order} onClose={onClose} />
    </DialogFrame>
  )
}

function Delivery({ order, onClose }: { order: PurchaseOrder; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [initialValues] = useState(() => receiptValues(order))
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: receiptSchema,
    initialValues,
    async send(values) {
      const after = await api(
        receivePurchaseOrder,
        { params: { id: order.id }, body: receiptBody(values) },
        { idempotencyKey: values.attemptKey },
      ).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.problem.code === 'received_meanwhile')
          await showReceived(values)
        throw placed(error, values)
      })
      seedAnswer(queryClient, orderQuery(order.id), after)
      draft.forget()
      onClose()
      toast.success(
        after.status === 'RECEIVED'
          ? `Order ${order.number} received`
          : `Part of order ${order.number} received`,
        { detail: 'Stock updated.' },
      )
    },
  })

  const draft = useFormDraft(form, useMe().id, `order:receive:${order.id}`)

  /** Shows the deliveries of others, which count when this one is sent again. */
  async function showReceived({ lines }: ReceiptValues) {
    await queryClient.refetchQueries(orderQuery(order.id))
    const now = queryClient.getQueryData(orderQuery(order.id).queryKey)
    for (const [place, { lineId, received }] of lines.entries()) {
      const line = now?.lines.find(({ id }) => id === lineId)
      form.setFieldValue(`lines.${place}.received`, line?.received ?? received)
    }
  }

  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label="Receive delivery"
      busyLabel="Receiving…"
      onCancel={() => {
        draft.forget()
        onClose()
      }}
      notice={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
    >
      <p style={{ margin: 0 }}>Enter quantities received. Leave blank for items not delivered.</p>
      <div>
        {form.values.lines.map((line, place) => (
          <fieldset key={line.lineId} className={classes.delivery}>
            <legend>
              <bdi>{line.inventoryItemName}</bdi>{' '}
              <Outstanding line={order.lines.find(({ id }) => id === line.lineId)} before={line.received} />
            </legend>
            <div className={classes.deliveryFields}>
              <TextInput
                label="Quantity"
                inputMode="decimal"
                autoComplete="off"
                {...form.getInputProps(`lines.${place}.quantity`)}
              />
              <TextInput
                label="Batch number"
                autoComplete="off"
                maxLength={60}
                data-autofocus={place === 0 || undefined}
                {...form.getInputProps(`lines.${place}.batchNumber`)}
              />
              <ExpiryField label="Expiry date" {...form.getInputProps(`lines.${place}.expiryDate`)} />
            </div>
          </fieldset>
        ))}
      </div>
    </DialogForm>
  )
}

/** The outstanding quantity of a line now, and the quantity that others received since the form was filled in. */
function Outstanding({ line, before }: { line: PurchaseOrderLine | undefined; before: number }) {
  if (!line) return null
  return (
    <span role="status">
      {amountOf(outstandingOf(line), line.unit)} outstanding
      {line.received > before &&
        `, ${amountOf(line.received, line.unit)} received (${formatQuantity(before)} when you opened this)`}
    </span>
  )
}

/** A refusal whose fields are those of the form: lines that did not come are not sent. */
function placed(error: unknown, values: ReceiptValues): unknown {
  if (!(error instanceof ApiError) || !error.problem.errors) return error
  return new ApiError({
    ...error.problem,
    errors: error.problem.errors.map(({ path, message }) => ({ path: atPlace(path, values), message })),
  })
}

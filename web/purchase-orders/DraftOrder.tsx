import { Alert, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { editPurchaseOrder, type PurchaseOrder } from '../../contract/purchase-orders.ts'
import { ApiError, api } from '../client/api.ts'
import { useFormDraft } from '../client/drafts.ts'
import { useContractForm } from '../client/forms.ts'
import { amountOf } from '../inventory/public.ts'
import { useMe, useSite } from '../session/account.ts'
import { formatMoment } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import classes from './Order.module.css'
import { OrderEditor } from './OrderEditor.tsx'
import { currentOrder, orderBody, orderSchema, orderValues } from './order-form.ts'
import { orderQuery } from './queries.ts'

/** A draft as it is edited. `onDirty` tells whether something is typed that is not saved. */
export function DraftOrder({ order, onDirty }: { order: PurchaseOrder; onDirty: (dirty: boolean) => void }) {
  const queryClient = useQueryClient()
  const { timeZone } = useSite()
  const [initialValues] = useState(() => orderValues(order))
  const [conflict, setConflict] = useState<{ theirs: PurchaseOrder; by?: string; at?: string }>()

  const { form, summary, onSubmit, busy } = useContractForm({
    schema: orderSchema,
    initialValues,
    async send(values) {
      const saved = await api(
        editPurchaseOrder,
        { params: { id: order.id }, body: orderBody(values) },
        { version: values.base ?? order.version },
      )
      setConflict(undefined)
      startFrom(saved)
      queryClient.setQueryData(orderQuery(saved.id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ['purchase-order', 'list'] })
      toast.success(`Order ${saved.number} updated`)
    },
    onFailure(error) {
      const theirs = error instanceof ApiError && error.status === 412 && currentOrder(error.problem.current)
      if (!theirs || !(error instanceof ApiError)) return false
      setConflict({ theirs, by: error.problem.changedBy, at: error.problem.changedAt })
      return true
    },
  })
  useFormDraft(form, useMe().id, `order:${order.id}`)
  const dirty = form.isDirty()
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  function startFrom(from: PurchaseOrder) {
    form.setInitialValues(orderValues(from))
    form.setValues(orderValues(from))
  }

  // Nothing was typed: then the newer order is simply what is edited.
  const isBehind = order.version > (form.values.base ?? order.version) && !busy
  useEffect(() => {
    if (isBehind && !dirty) startFrom(order)
  })
  const theirs = conflict?.theirs ?? (isBehind && dirty ? order : undefined)

  return (
    <OrderEditor
      form={form}
      summary={summary}
      onSubmit={onSubmit}
      busy={busy}
      saveLabel="Save Draft"
      notices={
        theirs && (
          <Alert
            color="amber"
            role="alert"
            title={`${conflict?.by ?? 'Somebody else'} changed this order${conflict?.at ? ` on ${formatMoment(conflict.at, timeZone)}` : ''}`}
          >
            <p>
              Nothing that you typed is lost. Theirs is for {theirs.supplier ?? 'no supplier yet'}:{' '}
              {theirs.lines
                .map((line) => `${line.inventoryItemName}, ${amountOf(line.quantity, line.unit)}`)
                .join('; ')}
              .
            </p>
            <div className={classes.notice}>
              Choose which one goes on.
              <span>
                <Button
                  size="compact-sm"
                  variant="default"
                  mr="xs"
                  onClick={() => {
                    form.setFieldValue('base', theirs.version)
                    setConflict(undefined)
                  }}
                >
                  Keep mine
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => {
                    startFrom(theirs)
                    setConflict(undefined)
                  }}
                >
                  Take theirs
                </Button>
              </span>
            </div>
          </Alert>
        )
      }
    />
  )
}

// No dialog in this file is about a patient.
import { Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type InventoryItem } from '../../../../contract/store/items.ts'
import { type MovementKind } from '../../../../contract/store/kinds.ts'
import { isWholeCode, type Recipient } from '../../../../contract/store/recipients.ts'
import { type Movement, moveStock } from '../../../../contract/store/stock.ts'
import { wardNames } from '../../../../contract/wards/wards.ts'
import { ApiError, api, asOfAnswer, stampAnswer } from '../../../ground/client/api.ts'
import { newAttemptKey } from '../../../ground/client/attempt-key.ts'
import { useFormDraft } from '../../../ground/client/drafts.ts'
import { useContractForm } from '../../../ground/client/forms.ts'
import { seedAnswer } from '../../../ground/client/live/own-writes.ts'
import { useMe } from '../../../ground/sign-in/account.ts'
import {
  useSecondPerson,
  wasNotCountersigned,
} from '../../../ground/sign-in/second-person/use-second-person.tsx'
import { AboutBox } from '../../../ground/ui/AboutBox.tsx'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { DraftNotice } from '../../../ground/ui/form/DraftNotice.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import { FieldGrid } from '../../../ground/ui/page/Section.tsx'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { SupplierField, suppliersQuery } from '../../suppliers-and-locations/public.ts'
import { batchesQuery, itemQuery } from '../queries.ts'
import { amountOf, movementWords, stockLooks } from '../words.ts'
import { CountedField } from './CountedField.tsx'
import { ExpiryField } from './ExpiryField.tsx'
import classes from './Movement.module.css'
import { BatchField, CauseField, DestinationFields } from './MovementFields.tsx'
import { blankMovement, movementOf, movementSchema } from './movement-form.ts'
import { useRecipient } from './use-recipient.ts'

/** Receives, issues, returns, adjusts or disposes of an item's stock. A refusal stands beside its field. */
export function MovementDialog({
  item,
  kind,
  onClose,
}: {
  item: InventoryItem
  kind: MovementKind
  onClose: () => void
}) {
  return (
    <DialogFrame onClose={onClose} title={`${movementWords[kind].verb} ${item.name}`}>
      <MovementForm item={item} kind={kind} onClose={onClose} />
    </DialogFrame>
  )
}

function MovementForm({
  item: given,
  kind,
  onClose,
}: {
  item: InventoryItem
  kind: MovementKind
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  // Stays current while the dialog is open.
  const { data: item = given } = useQuery({ ...itemQuery(given.id), initialData: given })
  const suppliers = useQuery({ ...suppliersQuery, enabled: kind === 'RECEIVE' })
  const [initialValues] = useState(() => blankMovement(kind, given, newAttemptKey()))
  const { verb, doing } = movementWords[kind]
  const { withSecondPerson, dialog } = useSecondPerson()

  const { form, summary, onSubmit, busy } = useContractForm({
    schema: movementSchema,
    initialValues,
    async send(values) {
      const body = movementOf(values)
      const act = { endpoint: 'moveStock', id: item.id, body: { ...body } } as const
      const answer = await withSecondPerson(act, (countersignature) =>
        api(
          moveStock,
          {
            params: { id: item.id },
            body:
              countersignature && (body.kind === 'DISPOSE' || body.kind === 'ADJUST')
                ? { ...body, countersignature }
                : body,
          },
          { idempotencyKey: values.attemptKey },
        ),
      ).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.problem.code === 'stock_moved') {
          await queryClient.refetchQueries(batchesQuery(item.id))
          // The new difference is shown, and counts when the form is sent again.
          form.setFieldValue('onRecord', null)
        }
        // An allergy was recorded since the patient was looked up.
        if (error instanceof ApiError && error.problem.code === 'allergy_match')
          await recipient.look(values.patientCode, true)
        throw error
      })
      seedAnswer(queryClient, itemQuery(item.id), stampAnswer(answer.item, asOfAnswer(answer)))
      draft.forget()
      onClose()
      toast.success(doneWords(kind, answer.movements, answer.item, recipient.found), {
        detail: `${amountOf(answer.item.quantity, item.unit)} in stock now.`,
      })
    },
    onFailure: wasNotCountersigned,
  })
  const recipient = useRecipient((patient) => {
    form.setFieldValue('patientCode', patient.mrn)
    form.setFieldValue('patientId', patient.id)
    form.clearFieldError('ward')
  })
  // Look up and show a draft's patient again before anything is issued.
  const draft = useFormDraft(form, useMe().id, `item:${kind}:${item.id}`, (kept) => {
    if (kept.recipient === 'patient' && isWholeCode(kept.patientCode)) void recipient.look(kept.patientCode)
    return { ...kept, patientId: null }
  })
  const { values } = form
  const isToBeLookedUp =
    values.recipient === 'patient' && values.patientCode.trim() !== '' && values.patientId === null

  return (
    <>
      <DialogForm
        onSubmit={(event) => {
          if (!isToBeLookedUp) return onSubmit(event)
          // Show the patient before anything is issued to them.
          event?.preventDefault()
          void recipient.look(values.patientCode)
        }}
        summary={summary}
        busy={busy}
        label={
          <>
            {verb}
            <span className="sr-only"> {item.name}</span>
          </>
        }
        busyLabel={
          <>
            {doing}
            <span className="sr-only"> {item.name}</span>
          </>
        }
        danger={kind === 'DISPOSE'}
        onCancel={() => {
          draft.forget()
          onClose()
        }}
        notice={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
      >
        <AboutBox className={classes.what}>
          <span>
            <strong>{amountOf(item.quantity, item.unit)}</strong> in stock
          </span>
          <StatusBadge look={stockLooks[item.status]} />
        </AboutBox>
        <FieldGrid>
          {kind === 'ADJUST' ? (
            <CountedField item={item} form={form} />
          ) : (
            <TextInput
              label={`Quantity (${item.unit})`}
              withAsterisk
              aria-required
              inputMode="decimal"
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('quantity')}
            />
          )}
          {kind === 'RECEIVE' ? (
            <TextInput
              label="Batch number"
              withAsterisk
              aria-required
              autoComplete="off"
              maxLength={60}
              {...form.getInputProps('batchNumber')}
            />
          ) : (
            <BatchField
              item={item}
              kind={kind}
              {...form.getInputProps('batchId')}
              value={values.batchId}
              onChange={(batchId) => {
                form.setFieldValue('batchId', batchId)
                form.setFieldValue('onRecord', null)
                form.clearFieldError('batchId')
              }}
            />
          )}
          {kind === 'RECEIVE' && (
            <>
              <ExpiryField label="Expiry date" {...form.getInputProps('expiryDate')} />
              <TextInput
                label="Unit cost"
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                description="As on the delivery note"
                inputMode="decimal"
                autoComplete="off"
                {...form.getInputProps('cost')}
              />
              <SupplierField
                label="Supplier"
                suppliers={suppliers.data}
                {...form.getInputProps('supplierId')}
                value={values.supplierId}
              />
            </>
          )}
          {(kind === 'ISSUE' || kind === 'RETURN') && (
            <DestinationFields item={item} form={form} kind={kind} recipient={recipient} />
          )}
          {kind === 'DISPOSE' && <CauseField {...form.getInputProps('cause')} value={values.cause} />}
        </FieldGrid>
        <Textarea
          label={kind === 'ADJUST' ? 'Reason' : 'Reason or note'}
          withAsterisk={kind === 'ADJUST'}
          aria-required={kind === 'ADJUST' || undefined}
          description={kind === 'ISSUE' ? 'Required when not issuing the earliest-expiring batch' : undefined}
          rows={2}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
      </DialogForm>
      {dialog}
    </>
  )
}

function doneWords(
  kind: MovementKind,
  movements: readonly Movement[],
  item: InventoryItem,
  patient: Recipient | null,
): string {
  const sum = movements.reduce((total, { quantity }) => total + Math.round(quantity * 1000), 0) / 1000
  const [first] = movements
  const recipient =
    kind !== 'ISSUE' || !first
      ? ''
      : first.ward
        ? ` to ${wardNames[first.ward]}`
        : ` to ${patient ? fullName(patient) : 'a patient'}`
  const batches =
    kind === 'ISSUE' ? ` from batch ${movements.map(({ batchNumber }) => batchNumber).join(', ')}` : ''
  if (kind === 'ADJUST') {
    return `${item.name} adjusted by ${sum > 0 ? '+' : '−'}${amountOf(Math.abs(sum), item.unit)}`
  }
  return `${amountOf(Math.abs(sum), item.unit)} of ${item.name} ${movementWords[kind].done.toLowerCase()}${recipient}${batches}`
}

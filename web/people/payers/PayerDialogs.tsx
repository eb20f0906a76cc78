// No dialog in this file is about a patient.
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  longestPayerName,
  Payer,
  PayerForm,
  type PayerKind,
  payerKindNames,
  payerKinds,
} from '../../../contract/people/payers.ts'
import type { RecordFields } from '../../ground/records/edit/differences.ts'
import { EditDialogForm } from '../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { NewDialogForm } from '../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../ground/records/form/new-record.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { usePayerActions } from './queries.ts'

interface Values {
  name: string
  kind: PayerKind | null
}

const fields = {
  name: { label: 'Name' },
  kind: { label: 'Kind', words: (kind) => kind && payerKindNames[kind] },
} satisfies RecordFields<Values>

export function AddPayerDialog({ onClose }: { onClose: () => void }) {
  const { add } = usePayerActions()
  const adding = useNewRecord({
    thing: 'payer',
    blank: (): Values => ({ name: '', kind: null }),
    schema: PayerForm,
    draftKey: 'payer:new',
    add,
    onAdded({ name }) {
      onClose()
      toast.success(`${name} added`)
    },
  })
  return (
    <DialogFrame title="Add a payer" onClose={onClose}>
      <NewDialogForm adding={adding} onClose={onClose} label="Add payer" busyLabel="Adding…">
        <PayerFields form={adding.form} />
      </NewDialogForm>
    </DialogFrame>
  )
}

/** `isRetired`: a colleague has retired it in the meantime. */
export function EditPayerDialog({
  latest,
  isRetired,
  onClose,
}: {
  latest: Payer
  isRetired: boolean
  onClose: () => void
}) {
  const { edit: save } = usePayerActions()
  const edit = useRecordEdit({
    thing: 'payer',
    latest,
    ended: isRetired ? 'retired' : undefined,
    record: Payer,
    fields,
    schema: PayerForm,
    valuesOf: ({ name, kind }: Payer): Values => ({ name, kind }),
    draftKey: `payer:${latest.id}`,
    save,
    told: ({ name }) => `${name} updated`,
    onSaved: onClose,
  })
  return (
    <DialogFrame title={<bdi>Edit {latest.name}</bdi>} onClose={onClose}>
      <EditDialogForm edit={edit} onClose={onClose} label={`Save ${latest.name}`} busyLabel="Saving…">
        <PayerFields form={edit.form} />
      </EditDialogForm>
    </DialogFrame>
  )
}

function PayerFields({ form }: { form: Pick<UseFormReturnType<Values>, 'getInputProps'> }) {
  const required = { withAsterisk: true, 'aria-required': true } as const
  return (
    <>
      <TextInput
        label={fields.name.label}
        {...required}
        autoComplete="off"
        maxLength={longestPayerName}
        placeholder="State health scheme"
        {...form.getInputProps('name')}
      />
      <Choice
        label={fields.kind.label}
        {...required}
        placeholder="Choose one"
        data={payerKinds.map((value) => ({ value, label: payerKindNames[value] }))}
        {...form.getInputProps('kind')}
      />
    </>
  )
}

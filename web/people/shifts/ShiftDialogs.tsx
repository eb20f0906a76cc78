// No dialog in this file is about a patient.
import { Group, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { longestShiftName, Shift, ShiftForm } from '../../../contract/people/shifts.ts'
import type { RecordFields } from '../../ground/records/edit/differences.ts'
import { EditDialogForm } from '../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { NewDialogForm } from '../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../ground/records/form/new-record.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { formatTime } from '../../ground/ui/format.ts'
import { toast } from '../../ground/ui/toast.tsx'
import { useShiftActions } from './actions.ts'

interface Values {
  name: string
  startsAt: string
  endsAt: string
}

const fields = {
  name: { label: 'Name' },
  startsAt: { label: 'From', words: formatTime },
  endsAt: { label: 'To', words: formatTime },
} satisfies RecordFields<Values>

const valuesOf = (shift?: Shift): Values => ({
  name: shift?.name ?? '',
  startsAt: shift?.startsAt ?? '',
  endsAt: shift?.endsAt ?? '',
})

export function AddShiftDialog({ onClose }: { onClose: () => void }) {
  const { add } = useShiftActions()
  const adding = useNewRecord({
    thing: 'shift',
    blank: valuesOf,
    schema: ShiftForm,
    draftKey: 'shift:new',
    add,
    onAdded({ name }) {
      onClose()
      toast.success(`${name} added`)
    },
  })
  return (
    <DialogFrame title="Add a shift" onClose={onClose}>
      <NewDialogForm adding={adding} onClose={onClose} label="Add shift" busyLabel="Adding…">
        <ShiftFields form={adding.form} />
      </NewDialogForm>
    </DialogFrame>
  )
}

/** `isRemoved`: a colleague has removed it in the meantime. */
export function EditShiftDialog({
  latest,
  isRemoved,
  onClose,
}: {
  latest: Shift
  isRemoved: boolean
  onClose: () => void
}) {
  const { edit: save } = useShiftActions()
  const edit = useRecordEdit({
    thing: 'shift',
    latest,
    ended: isRemoved ? 'removed' : undefined,
    record: Shift,
    fields,
    schema: ShiftForm,
    valuesOf,
    draftKey: `shift:${latest.id}`,
    save,
    told: ({ name }) => `${name} updated`,
    onSaved: onClose,
  })
  return (
    <DialogFrame title={<bdi>Edit {latest.name}</bdi>} onClose={onClose}>
      <EditDialogForm edit={edit} onClose={onClose} label={`Save ${latest.name}`} busyLabel="Saving…">
        <ShiftFields form={edit.form} />
      </EditDialogForm>
    </DialogFrame>
  )
}

function ShiftFields({ form }: { form: Pick<UseFormReturnType<Values>, 'getInputProps'> }) {
  const time = { type: 'time', withAsterisk: true, 'aria-required': true } as const
  return (
    <>
      <TextInput
        label={fields.name.label}
        withAsterisk
        aria-required
        autoComplete="off"
        maxLength={longestShiftName}
        placeholder="Night"
        {...form.getInputProps('name')}
      />
      <Group grow align="flex-start">
        <TextInput label={fields.startsAt.label} {...time} {...form.getInputProps('startsAt')} />
        <TextInput
          label={fields.endsAt.label}
          description="May be after midnight, and overlap the next shift"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...time}
          {...form.getInputProps('endsAt')}
        />
      </Group>
    </>
  )
}

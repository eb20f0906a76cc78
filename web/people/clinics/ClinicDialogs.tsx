// No dialog in this file is about a patient.
import { Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  Clinic,
  longestClinicName,
  longestClinicPhone,
  longestFloor,
} from '../../../contract/people/clinics.ts'
import { EditDialogForm } from '../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { NewDialogForm } from '../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../ground/records/form/new-record.tsx'
import { useSite } from '../../ground/sign-in/account.ts'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { DepartmentField } from '../departments/public.ts'
import { useClinicActions } from './actions.ts'
import { type ClinicValues, clinicFields, clinicSchema, clinicValues } from './clinic-form.ts'

export function AddClinicDialog({ onClose }: { onClose: () => void }) {
  const { add } = useClinicActions()
  const adding = useNewRecord({
    thing: 'clinic',
    blank: clinicValues,
    schema: clinicSchema,
    draftKey: 'clinic:new',
    add,
    onAdded({ name }) {
      onClose()
      toast.success(`${name} added`)
    },
  })
  const { form } = adding
  return (
    <DialogFrame title="Add a clinic" onClose={onClose}>
      <NewDialogForm adding={adding} onClose={onClose} label="Add clinic" busyLabel="Adding…">
        <ClinicFields form={form} />
      </NewDialogForm>
    </DialogFrame>
  )
}

/** `isClosed`: a colleague has closed it in the meantime. */
export function EditClinicDialog({
  latest,
  isClosed,
  onClose,
}: {
  latest: Clinic
  isClosed: boolean
  onClose: () => void
}) {
  const { edit: save } = useClinicActions()
  const edit = useRecordEdit({
    thing: 'clinic',
    latest,
    ended: isClosed ? 'closed' : undefined,
    record: Clinic,
    fields: clinicFields,
    schema: clinicSchema,
    valuesOf: clinicValues,
    draftKey: `clinic:${latest.id}`,
    save,
    told: ({ name }) => `${name} updated`,
    onSaved: onClose,
  })
  return (
    <DialogFrame title={<bdi>Edit {latest.name}</bdi>} onClose={onClose}>
      <EditDialogForm edit={edit} onClose={onClose} label={`Save ${latest.name}`} busyLabel="Saving…">
        <ClinicFields form={edit.form} />
      </EditDialogForm>
    </DialogFrame>
  )
}

function ClinicFields({ form }: { form: Pick<UseFormReturnType<ClinicValues>, 'getInputProps' | 'values'> }) {
  const { booksFromHome } = useSite()
  return (
    <>
      <TextInput
        label={clinicFields.name.label}
        withAsterisk
        aria-required
        autoComplete="off"
        maxLength={longestClinicName}
        placeholder="Medicine clinic"
        {...form.getInputProps('name')}
      />
      <DepartmentField {...form.getInputProps('department')} />
      <TextInput
        label={clinicFields.floor.label}
        description="Shown on waiting-room screens and slips"
        autoComplete="off"
        maxLength={longestFloor}
        placeholder="First floor"
        {...form.getInputProps('floor')}
      />
      <TextInput
        label={clinicFields.phone.label}
        description="Printed on appointment slips"
        type="tel"
        autoComplete="off"
        maxLength={longestClinicPhone}
        {...form.getInputProps('phone')}
      />
      <Textarea
        label={clinicFields.rooms.label}
        description="One on each line. Doctors of the clinic are offered these rooms."
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps('rooms')}
      />
      {(booksFromHome || form.values.booksFromHome) && (
        <Switch
          label={clinicFields.booksFromHome.label}
          description="Free times of its doctors are then offered at /book."
          {...form.getInputProps('booksFromHome', { type: 'checkbox' })}
        />
      )}
    </>
  )
}

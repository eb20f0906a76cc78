// No dialog in this file is about a patient.
import { Checkbox, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { checkDigitNames, checkDigits } from '../../../contract/people/identifier-rules.ts'
import {
  IdentifierSystem,
  identifierKindNames,
  identifierKinds,
  longestPattern,
  longestSystemName,
} from '../../../contract/people/identifier-systems.ts'
import { EditDialogForm } from '../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { NewDialogForm } from '../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../ground/records/form/new-record.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { useSystemActions } from './queries.ts'
import { type SystemValues, systemFields, systemSchema, systemValues } from './system-form.ts'

export function AddSystemDialog({ onClose }: { onClose: () => void }) {
  const { add } = useSystemActions()
  const adding = useNewRecord({
    thing: 'identifier system',
    blank: systemValues,
    schema: systemSchema,
    draftKey: 'identifier-system:new',
    add,
    onAdded({ name }) {
      onClose()
      toast.success(`${name} added`)
    },
  })
  return (
    <DialogFrame title="Add an identifier system" onClose={onClose}>
      <NewDialogForm adding={adding} onClose={onClose} label="Add system" busyLabel="Adding…">
        <SystemFields form={adding.form} />
      </NewDialogForm>
    </DialogFrame>
  )
}

export function EditSystemDialog({ latest, onClose }: { latest: IdentifierSystem; onClose: () => void }) {
  const { edit: save } = useSystemActions()
  const edit = useRecordEdit({
    thing: 'identifier system',
    latest,
    record: IdentifierSystem,
    fields: systemFields,
    schema: systemSchema,
    valuesOf: systemValues,
    draftKey: `identifier-system:${latest.id}`,
    save,
    told: ({ name }) => `${name} updated`,
    onSaved: onClose,
  })
  return (
    <DialogFrame title={<bdi>Edit {latest.name}</bdi>} onClose={onClose}>
      <EditDialogForm edit={edit} onClose={onClose} label={`Save ${latest.name}`} busyLabel="Saving…">
        <SystemFields form={edit.form} />
      </EditDialogForm>
    </DialogFrame>
  )
}

function SystemFields({ form }: { form: Pick<UseFormReturnType<SystemValues>, 'getInputProps'> }) {
  return (
    <>
      <TextInput
        label={systemFields.name.label}
        description="As forms and records call it"
        withAsterisk
        aria-required
        autoComplete="off"
        maxLength={longestSystemName}
        placeholder="National ID"
        {...form.getInputProps('name')}
      />
      <Choice
        label={systemFields.kind.label}
        withAsterisk
        aria-required
        placeholder="Choose one"
        data={identifierKinds.map((value) => ({ value, label: identifierKindNames[value] }))}
        {...form.getInputProps('kind')}
      />
      <TextInput
        label={systemFields.pattern.label}
        description="# is a digit, @ a letter, * either. Use commas between several. Leave blank to accept anything."
        autoComplete="off"
        maxLength={longestPattern}
        placeholder="#### #### ####"
        {...form.getInputProps('pattern')}
      />
      <Choice
        label={systemFields.checkDigit.label}
        description="Finds most mistyped digits"
        placeholder="None"
        data={checkDigits.map((value) => ({ value, label: checkDigitNames[value] }))}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the check digit' }}
        {...form.getInputProps('checkDigit')}
      />
      <Checkbox
        label={systemFields.isExclusive.label}
        description="No two patients can have the same one. Clear it for what a family shares."
        {...form.getInputProps('isExclusive', { type: 'checkbox' })}
      />
    </>
  )
}

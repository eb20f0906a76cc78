// No dialog in this file is about a patient.
import { Checkbox, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wordsOfRole } from '../../../contract/people/role-names.ts'
import { HospitalRole, longestRoleDescription, longestRoleTitle } from '../../../contract/people/roles.ts'
import { isBuiltIn, permissionsOf, roles } from '../../../contract/permissions.ts'
import { EditDialogForm } from '../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { NewDialogForm } from '../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../ground/records/form/new-record.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { PermissionsField } from './PermissionsField.tsx'
import { rolesQuery, useRoleActions } from './queries.ts'
import {
  fittingTo,
  newRoleSchema,
  newRoleValues,
  type RoleValues,
  roleFields,
  roleSchema,
  roleValues,
} from './role-form.ts'

export function AddRoleDialog({ onClose }: { onClose: () => void }) {
  const { add } = useRoleActions()
  const { data: own = [] } = useQuery(rolesQuery)
  const [copied, setCopied] = useState<string | null>(null)
  const adding = useNewRecord({
    thing: 'role',
    blank: newRoleValues,
    schema: newRoleSchema,
    draftKey: 'role:new',
    add,
    onAdded({ title }) {
      onClose()
      toast.success(`${title} added`)
    },
  })
  const { form } = adding

  function copy(name: string | null) {
    setCopied(name)
    if (!name) return
    const source = own.find((one) => one.name === name)
    const areDoctors = name === 'doctor' || source?.areDoctors === true
    const permissions = isBuiltIn(name) ? permissionsOf(name) : (source?.permissions ?? [])
    form.setValues({ areDoctors, permissions: fittingTo(areDoctors, permissions) })
  }

  return (
    <DialogFrame title="Add a role" onClose={onClose}>
      <NewDialogForm adding={adding} onClose={onClose} label="Add role" busyLabel="Adding…">
        <RoleFields form={form} areDoctors={form.values.areDoctors}>
          <Choice
            label="Copy permissions from"
            description="Replaces those that are ticked below"
            placeholder="No role"
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the copied role' }}
            value={copied}
            onChange={copy}
            data={[...roles, ...own.map(({ name }) => name)].map((name) => ({
              value: name,
              label: wordsOfRole(name, own).title,
            }))}
          />
          <Checkbox
            size="md"
            label="People in this role are doctors"
            description="Patients are booked with them and admitted under their care. This can’t be changed later."
            checked={form.values.areDoctors}
            onChange={({ currentTarget: { checked } }) =>
              form.setValues({
                areDoctors: checked,
                permissions: fittingTo(checked, form.values.permissions),
              })
            }
          />
        </RoleFields>
      </NewDialogForm>
    </DialogFrame>
  )
}

/** `isRetired`: a colleague has retired it in the meantime. */
export function EditRoleDialog({
  latest,
  isRetired,
  onClose,
}: {
  latest: HospitalRole
  isRetired: boolean
  onClose: () => void
}) {
  const { edit: save } = useRoleActions()
  const edit = useRecordEdit({
    thing: 'role',
    latest,
    ended: isRetired ? 'retired' : undefined,
    record: HospitalRole,
    fields: roleFields,
    schema: roleSchema,
    valuesOf: roleValues,
    draftKey: `role:${latest.id}`,
    save,
    told: ({ title }) => `${title} updated`,
    onSaved: onClose,
  })
  return (
    <DialogFrame title={<bdi>Edit {latest.title}</bdi>} onClose={onClose}>
      <EditDialogForm edit={edit} onClose={onClose} label={`Save ${latest.title}`} busyLabel="Saving…">
        <RoleFields form={edit.form} areDoctors={latest.areDoctors} />
      </EditDialogForm>
    </DialogFrame>
  )
}

function RoleFields({
  form,
  areDoctors,
  children,
}: {
  form: Pick<UseFormReturnType<RoleValues>, 'getInputProps'>
  areDoctors: boolean
  children?: React.ReactNode
}) {
  return (
    <>
      <TextInput
        label={roleFields.title.label}
        withAsterisk
        aria-required
        autoComplete="off"
        maxLength={longestRoleTitle}
        placeholder="Ward clerk"
        {...form.getInputProps('title')}
      />
      <TextInput
        label={roleFields.description.label}
        description="Shown where the role is offered and chosen"
        autoComplete="off"
        maxLength={longestRoleDescription}
        {...form.getInputProps('description')}
      />
      {children}
      <PermissionsField
        label={roleFields.permissions.label}
        areDoctors={areDoctors}
        {...form.getInputProps('permissions')}
      />
    </>
  )
}

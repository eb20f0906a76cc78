// No dialog in this file is about a patient.
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wordsOfRole } from '../../../contract/people/role-names.ts'
import {
  granted,
  HospitalRole,
  longestRoleDescription,
  longestRoleTitle,
} from '../../../contract/people/roles.ts'
import { isBuiltIn, permissionsOf, roles } from '../../../contract/permissions.ts'
import { EditDialogForm } from '../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { useNewRecord } from '../../ground/records/form/new-record.tsx'
import { DialogForm } from '../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { PermissionsField } from './PermissionsField.tsx'
import { rolesQuery, useRoleActions } from './queries.ts'
import { type RoleValues, roleFields, roleSchema, roleValues } from './role-form.ts'

export function AddRoleDialog({ onClose }: { onClose: () => void }) {
  const { add } = useRoleActions()
  const { data: own = [] } = useQuery(rolesQuery)
  const [copied, setCopied] = useState<string | null>(null)
  const { form, summary, onSubmit, busy, notices, giveUp } = useNewRecord({
    thing: 'role',
    blank: roleValues,
    schema: roleSchema,
    draftKey: 'role:new',
    add,
    onAdded({ title }) {
      onClose()
      toast.success(`${title} added`)
    },
  })

  function copy(name: string | null) {
    setCopied(name)
    if (!name) return
    const permissions = isBuiltIn(name)
      ? permissionsOf(name)
      : (own.find((one) => one.name === name)?.permissions ?? [])
    form.setFieldValue('permissions', granted(permissions))
  }

  return (
    <DialogFrame title="Add a role" onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label="Add role"
        busyLabel="Adding…"
        onCancel={() => {
          giveUp()
          onClose()
        }}
        notice={notices}
      >
        <RoleFields form={form}>
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
        </RoleFields>
      </DialogForm>
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
        <RoleFields form={edit.form} />
      </EditDialogForm>
    </DialogFrame>
  )
}

function RoleFields({ form, children }: { form: UseFormReturnType<RoleValues>; children?: React.ReactNode }) {
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
      <PermissionsField label={roleFields.permissions.label} {...form.getInputProps('permissions')} />
    </>
  )
}

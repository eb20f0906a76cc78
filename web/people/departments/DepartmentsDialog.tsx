// No dialog in this file is about a patient.
import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  Department,
  DepartmentForm,
  editDepartment,
  longestDepartment,
} from '../../../contract/people/departments.ts'
import { api } from '../../ground/client/api.ts'
import { EditDialogForm } from '../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { rowsOf } from '../../ground/records/list/rows.ts'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { ErrorState } from '../../ground/ui/page/ErrorState.tsx'
import { departmentsQuery } from './queries.ts'

/** The departments that clinics and wards were given, and the way to rename one for all of them. */
export function DepartmentsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(departmentsQuery)
  const { failure } = rowsOf(query, 'The departments could not be loaded', query.data)
  const [renamed, setRenamed] = useState<Department>()
  if (renamed) {
    const latest = query.data?.find(({ id }) => id === renamed.id) ?? renamed
    return <RenameDialog latest={latest} onClose={() => setRenamed(undefined)} />
  }
  return (
    <DialogFrame title="Departments" onClose={onClose}>
      <Stack>
        <Text c="dimmed">
          A clinic or ward is given its department where it is edited. A department without clinics or wards
          is no longer offered.
        </Text>
        {failure && <ErrorState title={failure.title} error={failure.error} onRetry={failure.retry} />}
        {query.isPending && <Skeleton h={200} role="status" aria-label="Loading the departments" />}
        {query.data?.length === 0 && <Text>No clinic or ward has a department.</Text>}
        {query.data?.map((one) => (
          <Group key={one.id} justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <bdi>{one.name}</bdi>
              <Text size="sm" c="dimmed">
                <bdi>{[...one.clinics, ...one.wards].join(', ')}</bdi>
              </Text>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label={`Rename ${one.name}`}
              onClick={() => setRenamed(one)}
            >
              Rename
            </Button>
          </Group>
        ))}
      </Stack>
    </DialogFrame>
  )
}

const fields = { name: { label: 'Name' } }

function RenameDialog({ latest, onClose }: { latest: Department; onClose: () => void }) {
  const queryClient = useQueryClient()
  const edit = useRecordEdit({
    thing: 'department',
    latest,
    record: Department,
    fields,
    schema: DepartmentForm,
    valuesOf: ({ name }: Department) => ({ name }),
    draftKey: `department:${latest.id}`,
    async save(body, { id, version }) {
      const saved = await api(editDepartment, { params: { id }, body }, { version })
      // Its clinics and wards show the new name before the dialog says that it is saved.
      await Promise.all(
        ['departments', 'clinics', 'units'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      )
      return saved
    },
    told: ({ name }) => `Renamed to ${name}`,
    onSaved: onClose,
  })
  return (
    <DialogFrame title={<bdi>Rename {latest.name}</bdi>} onClose={onClose}>
      <EditDialogForm edit={edit} onClose={onClose} label={`Rename ${latest.name}`} busyLabel="Renaming…">
        <TextInput
          label={fields.name.label}
          description="All of its clinics and wards show the new name."
          withAsterisk
          aria-required
          autoComplete="off"
          maxLength={longestDepartment}
          {...edit.form.getInputProps('name')}
        />
      </EditDialogForm>
    </DialogFrame>
  )
}

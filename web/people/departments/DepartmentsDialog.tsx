// No dialog in this file is about a patient.
import { Text, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
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
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { rowsOf } from '../../ground/records/list/rows.ts'
import { RowAction } from '../../ground/records/row/RowAction.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { departmentsQuery } from './queries.ts'

const columns: DataColumn<Department>[] = [
  { key: 'name', header: 'Department', primary: true, cell: ({ name }) => <bdi>{name}</bdi> },
  {
    key: 'parts',
    header: 'Clinics and Wards',
    cell: ({ clinics, wards }) => <bdi>{[...clinics, ...wards].join(', ')}</bdi>,
  },
]

/** The departments that clinics and wards were given, and the way to rename one for all of them. */
export function DepartmentsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(departmentsQuery)
  const [renamed, setRenamed] = useState<Department>()
  if (renamed) {
    const latest = query.data?.find(({ id }) => id === renamed.id) ?? renamed
    return <RenameDialog latest={latest} onClose={() => setRenamed(undefined)} />
  }
  return (
    <DialogFrame title="Departments" onClose={onClose}>
      <Text c="dimmed" mb="md">
        A clinic or ward is given its department where it is edited. A department that none belongs to is no
        longer offered.
      </Text>
      <RecordList
        label="Departments"
        list={rowsOf(query, 'The departments could not be loaded', query.data)}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={3}
        rowActions={(one) => (
          <RowAction label="Rename" of={one.name} icon={IconPencil} onClick={() => setRenamed(one)} />
        )}
        empty={<EmptyState title="No departments">Departments of clinics and wards appear here.</EmptyState>}
      />
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
      // Those that it is the department of show the new name before the dialog says that it is saved.
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

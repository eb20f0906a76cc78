// No dialog in this file is about a patient.
import { Button } from '@mantine/core'
import { IconCalendarTime, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Shift } from '../../../contract/people/shifts.ts'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { rowsOf } from '../../ground/records/list/rows.ts'
import { RowAction } from '../../ground/records/row/RowAction.tsx'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { formatHours } from '../../ground/ui/format.ts'
import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { useShiftActions } from './actions.ts'
import { shiftsQuery } from './queries.ts'

const AddShiftDialog = late(() => import('./ShiftDialogs.tsx'), 'AddShiftDialog', whileOpen)
const EditShiftDialog = late(() => import('./ShiftDialogs.tsx'), 'EditShiftDialog', whileOpen)

const columns: DataColumn<Shift>[] = [
  { key: 'name', header: 'Shift', primary: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { key: 'times', header: 'Time', cell: formatHours },
]

/** The hospital's shifts, as a part of the screen of its wards. */
export function ShiftList() {
  const query = useQuery(shiftsQuery)
  const { remove } = useShiftActions()
  const [isAdding, setIsAdding] = useState(false)
  const [editing, setEditing] = useState<Shift>()
  const [removing, setRemoving] = useState<Shift>()
  const { data } = query
  const latest = editing && data?.find(({ id }) => id === editing.id)
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setIsAdding(true)}
    >
      Add Shift
    </Button>
  )
  return (
    <>
      <RecordList
        label="Shifts"
        heading="Shifts"
        toolbar={data?.length !== 0 && add}
        list={rowsOf(query, 'The shifts could not be loaded', data)}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={3}
        rowActions={(shift) => (
          <>
            <RowAction label="Edit" of={shift.name} icon={IconPencil} onClick={() => setEditing(shift)} />
            <RowAction
              label="Remove"
              of={shift.name}
              icon={IconTrash}
              danger
              onClick={() => setRemoving(shift)}
            />
          </>
        )}
        empty={
          <EmptyState title="No shifts yet" icon={<IconCalendarTime size={28} stroke={1.5} />} action={add}>
            With shifts, nurses can have another ward by day than by night: its beds open first for them, and
            they are notified of its high NEWS2 scores.
          </EmptyState>
        }
      />
      {isAdding && <AddShiftDialog onClose={() => setIsAdding(false)} />}
      {editing && (
        <EditShiftDialog
          latest={latest ?? editing}
          isRemoved={data !== undefined && !latest}
          onClose={() => setEditing(undefined)}
        />
      )}
      {removing && (
        <ConfirmDialog
          onClose={() => setRemoving(undefined)}
          title="Remove this shift?"
          danger
          confirmLabel={`Remove ${removing.name}`}
          busyLabel="Removing…"
          onConfirm={async () => {
            await remove(removing)
            setRemoving(undefined)
            toast.success(`${removing.name} removed`)
          }}
        >
          Nurses who chose a ward for <bdi>{removing.name}</bdi> have their usual ward instead, at once.
        </ConfirmDialog>
      )}
    </>
  )
}

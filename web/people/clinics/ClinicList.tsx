// No dialog in this file is about a patient.
import { Button, Text } from '@mantine/core'
import { IconArchive, IconPencil, IconPlus, IconStethoscope } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Clinic } from '../../../contract/people/clinics.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { ButtonLink } from '../../ground/links/links.tsx'
import { refusedAct } from '../../ground/records/failures.ts'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { rowsOf } from '../../ground/records/list/rows.ts'
import { RowAction } from '../../ground/records/row/RowAction.tsx'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ListHeader } from '../../ground/ui/page/ListHeader.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { DepartmentsButton } from '../departments/public.ts'
import { useClinicActions } from './actions.ts'
import { clinicsQuery } from './queries.ts'

const AddClinicDialog = late(() => import('./ClinicDialogs.tsx'), 'AddClinicDialog', whileOpen)
const EditClinicDialog = late(() => import('./ClinicDialogs.tsx'), 'EditClinicDialog', whileOpen)

const none = 'Not recorded'

const columns: DataColumn<Clinic>[] = [
  {
    key: 'name',
    header: 'Clinic',
    primary: true,
    cell: ({ name, department }) => (
      <>
        <bdi>{name}</bdi>
        {department && (
          <Text size="xs" c="dimmed" fw={400}>
            <bdi>{department}</bdi>
          </Text>
        )}
      </>
    ),
  },
  { key: 'floor', header: 'Floor', cell: ({ floor }) => <bdi>{floor ?? none}</bdi> },
  { key: 'phone', header: 'Phone', cell: ({ phone }) => <bdi>{phone ?? none}</bdi> },
  { key: 'rooms', header: 'Rooms', cell: ({ rooms }) => <bdi>{rooms.join(', ') || none}</bdi> },
  {
    key: 'doctors',
    header: 'Doctors',
    cell: ({ doctors }) => (
      <bdi>
        {doctors
          .filter(({ active }) => active)
          .map(({ name }) => doctorName(name))
          .join(', ') || 'None'}
      </bdi>
    ),
  },
]

/** The clinics of the outpatient department. Doctors are put into one where their account is edited. */
export function ClinicList() {
  const query = useQuery(clinicsQuery)
  const { close } = useClinicActions()
  const [isAdding, setIsAdding] = useState(false)
  const [editing, setEditing] = useState<Clinic>()
  const [closing, setClosing] = useState<Clinic>()
  const { data } = query
  const latest = editing && data?.find(({ id }) => id === editing.id)
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
      Add Clinic
    </Button>
  )
  return (
    <>
      <ListHeader title="Clinics" context="Where doctors see outpatients">
        <ButtonLink to="/staff" variant="default">
          Staff
        </ButtonLink>
        <DepartmentsButton />
        {data?.length !== 0 && add}
      </ListHeader>
      <RecordList
        label="Clinics"
        list={rowsOf(query, 'The clinics could not be loaded', data)}
        columns={columns}
        rowKey={({ id }) => id}
        rowActions={(clinic) => (
          <>
            <RowAction label="Edit" of={clinic.name} icon={IconPencil} onClick={() => setEditing(clinic)} />
            <RowAction
              label="Close"
              of={clinic.name}
              icon={IconArchive}
              danger
              onClick={() => setClosing(clinic)}
            />
          </>
        )}
        empty={
          <EmptyState title="No clinics yet" icon={<IconStethoscope size={28} stroke={1.5} />} action={add}>
            With clinics, the queue and the appointments can be filtered by clinic, and each waiting room can
            have a screen of its own.
          </EmptyState>
        }
      />
      {isAdding && <AddClinicDialog onClose={() => setIsAdding(false)} />}
      {editing && (
        <EditClinicDialog
          latest={latest ?? editing}
          isClosed={data !== undefined && !latest}
          onClose={() => setEditing(undefined)}
        />
      )}
      {closing && (
        <ConfirmDialog
          onClose={() => setClosing(undefined)}
          title="Close this clinic?"
          danger
          confirmLabel={`Close ${closing.name}`}
          busyLabel="Closing…"
          onConfirm={async () => {
            await close(closing).catch((error: unknown) => {
              throw new Error(refusedAct(error, 'Not closed'), { cause: error })
            })
            setClosing(undefined)
            toast.success(`${closing.name} closed`)
          }}
        >
          <bdi>{closing.name}</bdi> can no longer be chosen. Appointments keep their doctors.
        </ConfirmDialog>
      )}
    </>
  )
}

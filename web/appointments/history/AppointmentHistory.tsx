import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RecordList } from '../../records/list/RecordList.tsx'
import { usePageRows } from '../../records/list/rows.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { patientAppointmentsQuery } from '../queries.ts'
import { patientAppointmentColumns } from './patient-columns.tsx'

const appointmentsPerPage = 20

/** Every appointment of a patient, newest first. */
export function AppointmentHistory({
  patientId,
  page = 1,
  onPage,
}: {
  patientId: string
  page: number | undefined
  onPage: (page: number | undefined, how?: { replace?: boolean }) => void
}) {
  const query = useQuery({
    ...patientAppointmentsQuery(patientId, page, appointmentsPerPage),
    placeholderData: keepPreviousData,
  })
  const list = usePageRows(query, 'The appointments could not be loaded', {
    page,
    pageSize: appointmentsPerPage,
    show: (change, how) => onPage(change.page, how),
  })
  return (
    <RecordList
      label="Appointments, newest first"
      list={list}
      columns={patientAppointmentColumns}
      rowKey={({ id }) => id}
      expectedRows={5}
      things="appointments"
      isPart
      empty={<EmptyState title="No appointments yet">Booked appointments appear here.</EmptyState>}
    />
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { Pager } from '../../ui/list/Pager.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { patientAppointmentsQuery } from '../queries.ts'
import { patientAppointmentColumns } from './patient-columns.tsx'

const appointmentsPerPage = 20

/** Every appointment of a patient, newest first. */
export function AppointmentHistory({
  patientId,
  page,
  onPage,
}: {
  patientId: string
  page: number
  onPage: (page: number) => void
}) {
  const history = useQuery({
    ...patientAppointmentsQuery(patientId, page, appointmentsPerPage),
    placeholderData: keepPreviousData,
  })
  if (history.error && !history.data) {
    return (
      <Section>
        <ErrorState
          title="The appointments could not be loaded"
          error={history.error}
          onRetry={() => history.refetch()}
          retrying={history.isFetching}
        />
      </Section>
    )
  }
  return (
    <>
      <DataTable
        label="Appointments, newest first"
        columns={patientAppointmentColumns}
        rows={history.data?.items}
        rowKey={({ id }) => id}
        expectedRows={5}
        updating={history.isPlaceholderData}
        empty={
          <EmptyState title="No appointments yet">What was booked for this patient stands here.</EmptyState>
        }
      />
      {history.data && history.data.total > appointmentsPerPage && (
        <Pager
          page={page}
          pageSize={appointmentsPerPage}
          total={history.data.total}
          things="appointments"
          onPage={onPage}
        />
      )}
    </>
  )
}

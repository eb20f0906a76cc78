import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Appointment, isVisit } from '../../../../contract/front-desk/appointments.ts'
import { NoteButton, VisitNote, visitNotesQuery } from '../../../clinical/visit-notes/public.ts'
import { RecordList } from '../../../ground/records/list/RecordList.tsx'
import { usePageRows } from '../../../ground/records/list/rows.ts'
import { useClockStyle, useMay } from '../../../ground/sign-in/account.ts'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { useAboutAppointment } from '../booking/about-appointment.ts'
import { patientAppointmentsQuery } from '../queries.ts'
import { patientAppointmentColumns } from './patient-columns.tsx'

const appointmentsPerPage = 20

/** A draft from an earlier call stays with the appointment, even if the patient then didn't come. */
const mayHaveNote = (appointment: Appointment) => isVisit(appointment) || appointment.missedCalls > 0

/** Every appointment of a patient, newest first, with the notes of visits for those who may read them. */
export function AppointmentHistory({
  patientId,
  page = 1,
  onPage,
}: {
  patientId: string
  page: number | undefined
  onPage: (page: number | undefined, how?: { replace?: boolean }) => void
}) {
  useClockStyle()
  const query = useQuery({
    ...patientAppointmentsQuery(patientId, page, appointmentsPerPage),
    placeholderData: keepPreviousData,
  })
  const list = usePageRows(query, 'The appointments could not be loaded', {
    page,
    pageSize: appointmentsPerPage,
    show: (change, how) => onPage(change.page, how),
  })
  const mayRead = useMay()('clinical.view')
  const visits = mayRead ? (query.data?.items ?? []).filter(mayHaveNote) : []
  const ids = visits.map(({ id }) => id)
  const notes = useQuery({ ...visitNotesQuery(patientId, ids), placeholderData: keepPreviousData })
  const hasNote = ({ id }: Appointment) => notes.data?.some((note) => note.appointmentId === id)
  const noting = useAboutAppointment(query.data?.items, () => {})
  return (
    <>
      <RecordList
        label="Appointments, newest first"
        list={list}
        columns={patientAppointmentColumns}
        rowKey={({ id }) => id}
        expectedRows={5}
        things="appointments"
        rowActions={
          mayRead
            ? (appointment) =>
                (isVisit(appointment) || hasNote(appointment)) && (
                  <NoteButton
                    appointment={appointment}
                    notes={notes.data}
                    onOpen={(button) => noting.open(appointment, button)}
                  />
                )
            : undefined
        }
        isPart
        empty={<EmptyState title="No appointments yet">Booked appointments appear here.</EmptyState>}
      />
      <VisitNote
        appointment={noting.appointment}
        opened={noting.opened}
        onClose={noting.close}
        onExited={noting.onExited}
      />
    </>
  )
}

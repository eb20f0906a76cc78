import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Patient } from '../../../contract/patients.ts'
import { ButtonLink } from '../../links.tsx'
import { useMay } from '../../session/account.ts'
import { useToday } from '../../session/hospital-clock.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { upcomingAppointmentsQuery } from '../queries.ts'
import { AppointmentLine } from './AppointmentLine.tsx'
import classes from './History.module.css'

/** Today's and later ones that are neither over nor cancelled, the next one first. */
export function UpcomingAppointments({ patient }: { patient: Patient }) {
  const mayDo = useMay()
  const { data, error, refetch, isFetching } = useQuery(upcomingAppointmentsQuery(patient.id, useToday()))
  return (
    <Section title="Upcoming Appointments" flush>
      {data && data.items.length > 0 ? (
        <ul className={classes.lines}>
          {data.items.map((appointment) => (
            <li key={appointment.id}>
              <AppointmentLine appointment={appointment} />
            </li>
          ))}
        </ul>
      ) : error && !data ? (
        <ErrorState
          title="The upcoming appointments could not be loaded"
          error={error}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      ) : data ? (
        <EmptyState
          compact
          title="Nothing is booked"
          action={
            mayDo('appointment.book') &&
            !patient.deceasedAt && (
              <ButtonLink
                variant="default"
                to="/opd-queue/new"
                search={{ patientId: patient.id }}
                leftSection={<IconCalendarPlus size={16} aria-hidden="true" />}
              >
                Schedule Appointment
              </ButtonLink>
            )
          }
        >
          {patient.deceasedAt
            ? 'This patient has died. What was still open then was cancelled.'
            : 'The next appointments of this patient stand here.'}
        </EmptyState>
      ) : (
        <EmptyState compact title="Loading the appointments…" />
      )}
    </Section>
  )
}

import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Patient } from '../../../../contract/people/patients.ts'
import { ButtonLink } from '../../../ground/links/links.tsx'
import { rowsOf } from '../../../ground/records/list/rows.ts'
import { ShortList } from '../../../ground/records/list/ShortList.tsx'
import { useMay } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { formatDay, formatTime } from '../../../ground/ui/format.ts'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { upcomingAppointmentsQuery } from '../queries.ts'
import { AppointmentSlip } from '../slip/slip.ts'
import { AppointmentLine } from './AppointmentLine.tsx'
import classes from './History.module.css'

/** Appointments that have not begun, the missed ones of earlier days first. */
export function UpcomingAppointments({ patient }: { patient: Patient }) {
  const mayDo = useMay()
  const today = useToday()
  const [printed, setPrinted] = useState<string>()
  const query = useQuery(upcomingAppointmentsQuery(patient.id))
  return (
    <Section title="Upcoming Appointments" flush>
      <ShortList
        list={rowsOf(query, 'The upcoming appointments could not be loaded', query.data)}
        loading="Loading the appointments…"
        empty={
          <EmptyState
            compact
            title="No upcoming appointments"
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
            {patient.deceasedAt && 'This patient has died. Open appointments were cancelled.'}
          </EmptyState>
        }
      >
        {(appointments) => (
          <ul className={classes.lines}>
            {appointments.map((appointment) => (
              <li key={appointment.id}>
                <AppointmentLine appointment={appointment}>
                  {appointment.status === 'SCHEDULED' && appointment.date >= today && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={`Print slip for ${formatDay(appointment.date)}, ${formatTime(appointment.time)}`}
                      onClick={() => setPrinted(appointment.id)}
                    >
                      Print slip
                    </Button>
                  )}
                </AppointmentLine>
              </li>
            ))}
          </ul>
        )}
      </ShortList>
      {printed && <AppointmentSlip key={printed} id={printed} onDone={() => setPrinted(undefined)} />}
    </Section>
  )
}

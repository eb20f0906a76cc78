import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { StatCardLink } from '../../links.tsx'
import { formatDay, formatNumber } from '../../ui/format.ts'
import { patientSummaryQuery } from '../queries.ts'
import classes from './PatientList.module.css'

/** The figures above the list; each leads to the list that it counts. */
export function PatientFigures() {
  const { data, isError } = useQuery(patientSummaryQuery)
  const isMissing = isError && !data
  const figure = (count: number | undefined) =>
    isMissing ? 'Unavailable' : count === undefined ? undefined : formatNumber(count)
  const note = (words: string) => (isMissing ? 'This figure could not be loaded' : words)

  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={{ base: 'xs', xs: 'md' }} className={classes.figures}>
      <StatCardLink
        to="/patients"
        label="Total Patients"
        figure={figure(data?.totalPatients)}
        note={note('All current records')}
      />
      <StatCardLink
        to="/patients"
        search={{ registeredSince: data?.newPatientsSince }}
        label="New Patients (30 days)"
        figure={figure(data?.newPatients)}
        note={note(data ? `Registered since ${formatDay(data.newPatientsSince)}` : '\u00a0')}
      />
      <StatCardLink
        to="/opd-queue"
        search={{ status: 'SCHEDULED,IN_QUEUE' }}
        label="Pending Appointments"
        figure={figure(data?.pendingAppointments)}
        note={note('Today, scheduled or in queue')}
      />
    </SimpleGrid>
  )
}

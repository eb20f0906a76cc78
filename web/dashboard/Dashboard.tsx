import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '../../contract/appointments.ts'
import { appointmentTypeNames, listTodaysAppointments } from '../../contract/appointments.ts'
import { summarizePatients } from '../../contract/patients.ts'
import { roleTitles } from '../../contract/permissions.ts'
import { useMay, useMe, useSite } from '../account.ts'
import { api } from '../api.ts'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Facts } from '../ui/Facts.tsx'
import {
  countOf,
  formatDay,
  formatNumber,
  formatTime,
  formatWeekday,
  fullName,
  inZone,
  patientName,
  todayIn,
} from '../ui/format.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { StatCard } from '../ui/StatCard.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

export function Dashboard() {
  const site = useSite()
  const may = useMay()
  return (
    <>
      <PageHeader title="Dashboard" context={formatWeekday(todayIn(site.timeZone))} />
      {may('patient.view') ? <Patients /> : <OwnAccount />}
    </>
  )
}

/** 'Next at 10:30 AM': the next appointment of today that has not begun. */
function nextOf(appointments: readonly Appointment[], now: string): string {
  const waiting = appointments
    .filter(({ status, time }) => status === 'SCHEDULED' && time >= now)
    .map(({ time }) => time)
    .sort()
  return waiting[0] ? `Next at ${formatTime(waiting[0])}` : 'No more today'
}

function Patients() {
  const site = useSite()
  const summary = useQuery({
    queryKey: ['patient', 'summary'],
    queryFn: ({ signal }) => api(summarizePatients, {}, { signal }),
  })
  const today = useQuery({
    queryKey: ['appointment', 'today'],
    queryFn: ({ signal }) => api(listTodaysAppointments, {}, { signal }),
  })
  const booked = today.data?.filter(({ status }) => status !== 'CANCELLED')
  const waiting = booked?.filter(({ status }) => status === 'IN_QUEUE').length
  const inProgress = booked?.filter(({ status }) => status === 'IN_PROGRESS').length

  return (
    <>
      {summary.error && (
        <ErrorState
          title="The patient figures could not be loaded"
          error={summary.error}
          onRetry={() => summary.refetch()}
          retrying={summary.isFetching}
        />
      )}
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mb="lg">
        <StatCard
          label="Total Patients"
          figure={summary.data && formatNumber(summary.data.totalPatients)}
          note={
            summary.data &&
            `${countOf(summary.data.newPatients, 'new one', 'new ones')} since ${formatDay(summary.data.newPatientsSince)}`
          }
        />
        <StatCard
          label="Today's Appointments"
          figure={booked && formatNumber(booked.length)}
          note={booked && nextOf(booked, inZone(new Date(), site.timeZone).time)}
        />
        <StatCard
          label="In queue"
          figure={waiting}
          note={waiting === 0 ? 'Nobody is waiting' : 'Waiting to be called'}
        />
        <StatCard
          label="In progress"
          figure={inProgress}
          note={inProgress === 0 ? 'No consultation is running' : 'With a doctor now'}
        />
      </SimpleGrid>
      <TodaysAppointments
        appointments={today.data}
        error={today.error}
        onRetry={() => today.refetch()}
        retrying={today.isFetching}
      />
    </>
  )
}

const columns: DataColumn<Appointment>[] = [
  { key: 'queueNumber', header: 'Queue #', cell: ({ queueNumber }) => queueNumber, width: '88px' },
  { key: 'patient', header: 'Patient', cell: ({ patient }) => patientName(patient), primary: true },
  { key: 'time', header: 'Time', cell: ({ time }) => formatTime(time), width: '112px' },
  { key: 'type', header: 'Type', cell: ({ type }) => appointmentTypeNames[type] },
  { key: 'doctor', header: 'Doctor', cell: ({ doctor }) => fullName(doctor) },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} />, width: '144px' },
]

function TodaysAppointments({
  appointments,
  error,
  onRetry,
  retrying,
}: {
  appointments: Appointment[] | undefined
  error: Error | null
  onRetry: () => void
  retrying: boolean
}) {
  return (
    <Section title="Today's Appointments" flush>
      {error && !appointments ? (
        <ErrorState
          title="Today's appointments could not be loaded"
          error={error}
          onRetry={onRetry}
          retrying={retrying}
        />
      ) : (
        <DataTable
          label="Today's Appointments"
          columns={columns}
          rows={appointments}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="No appointments today">
              What is booked for today appears here by itself.
            </EmptyState>
          }
        />
      )}
    </Section>
  )
}

/** For those who may see no patients: who they are here, and where 'here' is. */
function OwnAccount() {
  const me = useMe()
  const site = useSite()
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Section title="Your account">
        <Facts
          facts={[
            { label: 'Name', value: fullName(me) },
            { label: 'E-mail', value: me.email },
            {
              label: 'Role',
              value: me.role && `${roleTitles[me.role].title}. ${roleTitles[me.role].description}`,
            },
          ]}
        />
      </Section>
      <Section title="The hospital">
        <Facts
          facts={[
            { label: 'Name', value: site.hospitalName },
            { label: 'Time zone', value: site.timeZone },
            { label: 'Currency', value: site.currency },
          ]}
        />
      </Section>
    </SimpleGrid>
  )
}

import { SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type Appointment,
  type AppointmentStatus,
  appointmentTypeNames,
  byTurn,
} from '../../../contract/appointments.ts'
import { roleTitles } from '../../../contract/permissions.ts'
import { queueQuery } from '../../appointments/queries.ts'
import { appointmentLooks, earlierWords, fromEarlierDays } from '../../appointments/words.ts'
import { AnchorLink, StatCardLink } from '../../links/links.tsx'
import { patientSummaryQuery } from '../../patients/queries.ts'
import { RecordList } from '../../records/list/RecordList.tsx'
import { type Rows, rowsOf } from '../../records/list/rows.ts'
import { useMay, useMe, useSite } from '../../session/account.ts'
import { useToday, useWallClock } from '../../session/hospital-clock.ts'
import { formatNumber, formatTime, formatWeekday, fullName, patientName } from '../../ui/format.ts'
import type { DataColumn } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { Facts } from '../../ui/page/Facts.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { SetUp } from './SetUp.tsx'

export function Dashboard() {
  const may = useMay()
  const { isBeingSetUp } = useSite()
  return (
    <>
      <PageHeader title="Dashboard" context={formatWeekday(useToday())} />
      {isBeingSetUp && may('staff.manage') && <SetUp />}
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

function waitingNote(waiting: number, earlier: number): string {
  if (waiting === 0) return 'No patients waiting'
  return earlier > 0 ? fromEarlierDays(earlier) : 'Waiting to be called'
}

function Patients() {
  const summary = useQuery(patientSummaryQuery)
  const now = useWallClock()
  const queue = useQuery(queueQuery)
  const standing = useMemo(() => queue.data?.filter(({ status }) => status !== 'CANCELLED'), [queue.data])
  const booked = standing?.filter(({ date }) => date === now.day)
  const waiting = standing?.filter(({ status }) => status === 'IN_QUEUE')
  const earlier = waiting?.filter(({ date }) => date !== now.day).length
  const inProgress = standing?.filter(({ status }) => status === 'IN_PROGRESS').length

  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mb="lg">
        <StatCardLink
          to="/patients"
          label="Total Patients"
          figure={summary.data && formatNumber(summary.data.totalPatients)}
          note={summary.data && `${formatNumber(summary.data.newPatients)} new in the last 30 days`}
          isMissing={summary.isLoadingError}
        />
        <StatCardLink
          to="/opd-queue"
          search={{ status: 'SCHEDULED,IN_QUEUE,IN_PROGRESS,COMPLETED' }}
          label="Today's Appointments"
          figure={booked && formatNumber(booked.length)}
          note={booked && nextOf(booked, now.time)}
          isMissing={queue.isLoadingError}
        />
        <StatCardLink
          to="/opd-queue"
          search={{ status: 'IN_QUEUE' }}
          label="In queue"
          figure={waiting?.length}
          note={waiting && waitingNote(waiting.length, earlier ?? 0)}
          needsYou={Boolean(waiting?.length)}
          isMissing={queue.isLoadingError}
        />
        <StatCardLink
          to="/opd-queue"
          search={{ status: 'IN_PROGRESS' }}
          label="In progress"
          figure={inProgress}
          note={inProgress === 0 ? 'No consultations in progress' : inProgress && 'With a doctor now'}
          isMissing={queue.isLoadingError}
        />
      </SimpleGrid>
      <TodaysAppointments
        today={now.day}
        list={rowsOf(queue, "Today's appointments could not be loaded", standing)}
      />
    </>
  )
}

const longestList = 10
const nextFirst: Record<AppointmentStatus, number> = {
  IN_PROGRESS: 0,
  IN_QUEUE: 1,
  SCHEDULED: 2,
  COMPLETED: 3,
  CANCELLED: 4,
}

const columnsOf = (today: string): DataColumn<Appointment>[] => [
  { key: 'queueNumber', header: 'Queue #', cell: ({ queueNumber }) => queueNumber, width: '88px' },
  { key: 'patient', header: 'Patient', cell: ({ patient }) => patientName(patient), primary: true },
  { key: 'time', header: 'Time', cell: (one) => <Time of={one} today={today} />, width: '112px' },
  { key: 'type', header: 'Type', cell: ({ type }) => appointmentTypeNames[type] },
  { key: 'doctor', header: 'Doctor', cell: ({ doctor }) => fullName(doctor) },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge look={appointmentLooks[status]} />,
    width: '144px',
  },
]

function Time({ of: appointment, today }: { of: Appointment; today: string }) {
  const earlier = earlierWords(appointment, today)
  return (
    <>
      {formatTime(appointment.time)}
      {earlier && (
        <Text size="xs" c="dimmed">
          {earlier}
        </Text>
      )}
    </>
  )
}

/** What is going on, since an earlier day too, and what comes next, in the order in which it needs somebody. */
function TodaysAppointments({ list, today }: { list: Rows<Appointment>; today: string }) {
  const me = useMe()
  const appointments = list.rows
  const doctorId = me.role === 'doctor' ? me.id : undefined
  const shown = useMemo(
    () =>
      appointments
        ?.toSorted(
          (one, other) => nextFirst[one.status] - nextFirst[other.status] || byTurn(doctorId)(one, other),
        )
        .slice(0, longestList),
    [appointments, doctorId],
  )
  const columns = useMemo(() => columnsOf(today), [today])
  const others = (appointments?.length ?? 0) - longestList
  return (
    <RecordList
      label="Today's Appointments"
      heading="Today's Appointments"
      toolbar={
        <>
          {others > 0 && (
            <Text size="xs" c="dimmed" visibleFrom="sm">
              The next {longestList} of {formatNumber(others + longestList)}
            </Text>
          )}
          <AnchorLink to="/opd-queue" size="xs">
            View queue
          </AnchorLink>
        </>
      }
      columns={columns}
      list={{ ...list, rows: shown }}
      rowKey={({ id }) => id}
      expectedRows={longestList}
      empty={
        <EmptyState title="No appointments today">Today’s bookings appear here automatically.</EmptyState>
      }
    />
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

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import {
  type Appointment,
  type AppointmentStatus,
  isInQueue,
} from '../../../contract/front-desk/appointments.ts'
import { byTurn } from '../../../contract/front-desk/queue-order.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { typeWords } from '../../front-desk/appointments/how-booked.ts'
import { queueQuery } from '../../front-desk/appointments/queries.ts'
import { appointmentLooks, earlierWords } from '../../front-desk/appointments/words.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { rowsOf } from '../../ground/records/list/rows.ts'
import { useMe } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { formatNumber, formatTime, patientName } from '../../ground/ui/format.ts'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { StatusBadge } from '../../ground/ui/StatusBadge.tsx'

const longestList = 10
const nextFirst: Record<AppointmentStatus, number> = {
  IN_PROGRESS: 0,
  IN_QUEUE: 1,
  SCHEDULED: 2,
  COMPLETED: 3,
  CANCELLED: 4,
}
/** Staff who run the queue look for those who have not come yet, once nobody is left from an earlier day. */
const arrivalsFirst: typeof nextFirst = { ...nextFirst, SCHEDULED: -1 }

const columnsOf = (today: string): DataColumn<Appointment>[] => [
  { key: 'queueNumber', header: 'Queue #', cell: ({ queueNumber }) => queueNumber, width: '88px' },
  { key: 'patient', header: 'Patient', cell: ({ patient }) => patientName(patient), primary: true },
  { key: 'time', header: 'Time', cell: (one) => <Time of={one} today={today} />, width: '112px' },
  { key: 'type', header: 'Type', cell: typeWords },
  { key: 'doctor', header: 'Doctor', cell: ({ doctor }) => doctorName(doctor) },
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

/** Visits in progress, also since an earlier day, and the next ones, in the order in which they need somebody. */
export function TodaysAppointments() {
  const me = useMe()
  const { role } = me
  const today = useToday()
  const queue = useQuery(queueQuery)
  const appointments = useMemo(() => queue.data?.filter(({ status }) => status !== 'CANCELLED'), [queue.data])
  const list = rowsOf(queue, "Today's appointments could not be loaded", appointments)
  const doctorId = me.isDoctor ? me.id : undefined
  const placeOf = useCallback(
    ({ status, date }: Appointment) => {
      if (role !== 'receptionist') return nextFirst[status]
      return date < today && isInQueue({ status }) ? -2 : arrivalsFirst[status]
    },
    [role, today],
  )
  const inOrder = useMemo(() => byTurn(appointments ?? [], doctorId), [appointments, doctorId])
  const shown = useMemo(
    () =>
      appointments
        ?.toSorted((one, other) => placeOf(one) - placeOf(other) || inOrder(one, other))
        .slice(0, longestList),
    [appointments, inOrder, placeOf],
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

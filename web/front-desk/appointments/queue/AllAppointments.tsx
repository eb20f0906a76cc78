import { memo, useMemo } from 'react'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { calledWords } from '../../../../contract/front-desk/missed-calls.ts'
import { byNumber } from '../../../../contract/front-desk/queue-order.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import { NoMatch } from '../../../ground/records/list/NoMatch.tsx'
import { RecordList } from '../../../ground/records/list/RecordList.tsx'
import { pageOfRows } from '../../../ground/records/list/rows.ts'
import { useClockStyle, useMe } from '../../../ground/sign-in/account.ts'
import { formatDay, formatTime, patientName } from '../../../ground/ui/format.ts'
import type { DataColumn, Sort } from '../../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { Allergies, RecordLink } from '../../../people/patients/public.ts'
import type { Abilities } from '../abilities.ts'
import { EarlierDay, TypeWord } from '../board/AppointmentCard.tsx'
import { CardActions } from '../board/CardActions.tsx'
import classes from '../board/Queue.module.css'
import { undoableUntil, useDeadlines } from '../board/undo.ts'
import { appointmentLooks, endedBecause } from '../words.ts'
import { type QueueSearch, tableSortKeys } from './queue-search.ts'

const pageSize = 50

const columnsOf = (day: string): readonly DataColumn<Appointment>[] => [
  {
    key: 'queueNumber',
    header: 'Queue #',
    sortable: true,
    width: '92px',
    cell: ({ queueNumber }) => <span className={classes.rowNumber}>{queueNumber}</span>,
  },
  {
    key: 'patient',
    header: 'Patient',
    sortable: true,
    primary: true,
    cell: ({ patient }) => (
      <>
        <RecordLink patient={patient} className={classes.patient} />
        <Allergies of={patient} isMark />
      </>
    ),
  },
  { key: 'mrn', header: 'MRN', cell: ({ patient }) => <span className={classes.whole}>{patient.mrn}</span> },
  {
    key: 'time',
    header: 'Time',
    sortable: true,
    cell: (appointment) => (
      <>
        <span className={classes.whole}>{formatTime(appointment.time)}</span>
        <EarlierDay appointment={appointment} day={day} />
      </>
    ),
  },
  {
    key: 'type',
    header: 'Type',
    cell: (appointment) => (
      <>
        <TypeWord of={appointment} />
        <div className={classes.quiet}>{appointment.overbookReason}</div>
      </>
    ),
  },
  { key: 'doctor', header: 'Doctor', sortable: true, cell: ({ doctor }) => doctorName(doctor) },
  { key: 'status', header: 'Status', cell: (appointment) => <Status appointment={appointment} /> },
]

function Status({ appointment }: { appointment: Appointment }) {
  const { status } = appointment
  const because = endedBecause(appointment) ?? calledWords(appointment)
  return (
    <>
      <StatusBadge look={appointmentLooks[status]} />
      {because && <div className={classes.quiet}>{because}</div>}
    </>
  )
}

const sortTexts: Record<string, (appointment: Appointment) => string> = {
  patient: ({ patient }) => patientName(patient),
  time: ({ date, time }) => `${date} ${time}`,
  doctor: ({ doctor }) => doctorName(doctor),
}

function sorted(appointments: readonly Appointment[], { key, direction }: Sort): Appointment[] {
  const sign = direction === 'asc' ? 1 : -1
  const text = sortTexts[key]
  return appointments.toSorted(
    (one, other) => sign * ((text ? text(one).localeCompare(text(other)) : 0) || byNumber(one, other)),
  )
}

/** Every appointment of the day that matches the filters, the cancelled ones with their reason. */
export const AllAppointments = memo(function AllAppointments({
  appointments,
  isEmptyDay,
  day,
  today,
  abilities,
  search,
  onSearch,
  onClearFilters,
}: {
  /** Undefined while they load. */
  appointments: readonly Appointment[] | undefined
  /** Whether nothing is booked, regardless of filters. */
  isEmptyDay: boolean
  day: string
  today: string
  abilities: Abilities
  search: QueueSearch
  onSearch: (change: Partial<QueueSearch>) => void
  onClearFilters: () => void
}) {
  useClockStyle()
  const me = useMe()
  const sort = { key: search.sort ?? 'queueNumber', direction: search.direction ?? 'asc' } as const
  const rows = useMemo(
    () => appointments && sorted(appointments, { key: sort.key, direction: sort.direction }),
    [appointments, sort.key, sort.direction],
  )
  const list = useMemo(
    () => pageOfRows(rows, { page: search.page, pageSize, show: onSearch }),
    [rows, search.page, onSearch],
  )
  const columns = useMemo(() => columnsOf(day), [day])
  useDeadlines((list.rows ?? []).flatMap((appointment) => undoableUntil(appointment, me.id) ?? []))

  return (
    <section className={classes.all} data-place="table" aria-label="All Appointments">
      <RecordList
        label="All Appointments"
        heading="All Appointments"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        sort={{ keys: tableSortKeys, ...sort, onSort: onSearch }}
        things="appointments"
        isPart
        rowActions={(appointment) => (
          <div className={classes.rowActions} data-appointment={appointment.id} tabIndex={-1}>
            <CardActions
              appointment={appointment}
              abilities={abilities}
              undoUntil={undoableUntil(appointment, me.id)}
            />
          </div>
        )}
        empty={
          isEmptyDay ? (
            <EmptyDay day={day} today={today} />
          ) : (
            <NoMatch compact title="No appointment matches the filters" onClear={onClearFilters} />
          )
        }
      />
    </section>
  )
})

/** Guidance for a day without appointments. */
function EmptyDay({ day, today }: { day: string; today: string }) {
  return day < today ? (
    <EmptyState compact title={`No appointments on ${formatDay(day)}`}>
      No patients were booked on this day.
    </EmptyState>
  ) : (
    <EmptyState compact title={`No appointments ${day === today ? 'today' : `on ${formatDay(day)}`} yet`}>
      Queue numbers are assigned when an appointment is booked.
    </EmptyState>
  )
}

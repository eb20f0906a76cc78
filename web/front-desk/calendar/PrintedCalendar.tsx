import { useEffect } from 'react'
import {
  type Appointment,
  appointmentTypeNames,
  listAppointmentsOfDay,
} from '../../../contract/front-desk/appointments.ts'
import { listDoctorAppointments } from '../../../contract/front-desk/doctor-weeks.ts'
import { genderNames } from '../../../contract/people/patients.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { api, type CallOptions } from '../../ground/client/api.ts'
import { RecordPrint } from '../../ground/records/print/RecordPrint.tsx'
import { useForPrint } from '../../ground/records/print/useForPrint.ts'
import { countOf, formatTime, formatWeekday, patientName } from '../../ground/ui/format.ts'
import { PrintSheet } from '../../ground/ui/print/PrintSheet.tsx'
import { type PrintColumn, PrintTable } from '../../ground/ui/print/PrintTable.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { DateOfBirth } from '../../people/patients/public.ts'
import { appointmentLooks } from '../appointments/public.ts'
import classes from './PrintedCalendar.module.css'

const byTime = (a: Appointment, b: Appointment) => a.time.localeCompare(b.time) || a.seat - b.seat

const columns: readonly PrintColumn<Appointment>[] = [
  { header: 'Time', whole: true, cell: ({ time }) => <strong>{formatTime(time)}</strong> },
  { header: 'No.', whole: true, cell: ({ queueNumber }) => queueNumber },
  {
    header: 'Patient',
    cell: ({ patient }) => (
      <>
        <strong>
          <bdi>{patientName(patient)}</bdi>
        </strong>
        <div>
          {patient.mrn}, {genderNames[patient.gender]}
        </div>
        <div>
          <DateOfBirth of={patient} />
        </div>
      </>
    ),
  },
  {
    header: 'Type',
    cell: ({ type, walkIn, overbookReason }) => (
      <>
        {appointmentTypeNames[type]}
        {walkIn && <div>Walk-in</div>}
        {overbookReason && <div>Extra: {overbookReason}</div>}
      </>
    ),
  },
  { header: 'Status', cell: ({ status }) => appointmentLooks[status].word },
]

interface Sheet {
  key: string
  doctor: string
  date: string
  rows: Appointment[]
}

const isKept = ({ status }: Appointment) => status !== 'CANCELLED'

function sheetsBy(key: (one: Appointment) => string, appointments: readonly Appointment[]): Sheet[] {
  const groups = Map.groupBy(appointments.filter(isKept), key)
  return [...groups].flatMap(([name, rows]) => {
    const first = rows[0]
    return first
      ? [{ key: name, doctor: doctorName(first.doctor), date: first.date, rows: rows.toSorted(byTime) }]
      : []
  })
}

/** The patients of a day, on a page for each of these doctors. */
export function PrintedCalendar({
  date,
  doctorIds,
  onDone,
}: {
  date: string
  doctorIds: readonly string[]
  onDone: () => void
}) {
  return (
    <Sheets
      id={date}
      read={async (options) => {
        const read = await api(listAppointmentsOfDay, { params: { date } }, options)
        const shown = sheetsBy(({ doctorId }) => doctorId, read).filter(({ key }) => doctorIds.includes(key))
        return shown.toSorted((a, b) => a.doctor.localeCompare(b.doctor))
      }}
      onDone={onDone}
    />
  )
}

/** A doctor's week, on a page for each day. */
export function PrintedWeek({
  doctorId,
  monday,
  onDone,
}: {
  doctorId: string
  monday: string
  onDone: () => void
}) {
  return (
    <Sheets
      id={`${doctorId} ${monday}`}
      read={async (options) =>
        sheetsBy(
          (one) => one.date,
          await api(listDoctorAppointments, { params: { doctorId, monday } }, options),
        )
      }
      onDone={onDone}
    />
  )
}

function Sheets({
  id,
  read,
  onDone,
}: {
  id: string
  read: (options: CallOptions) => Promise<Sheet[]>
  onDone: () => void
}) {
  const sheets = useForPrint('calendar', id, read, onDone)
  const isEmpty = sheets?.length === 0
  useEffect(() => {
    if (!isEmpty) return
    toast.error('No bookings to print')
    onDone()
  }, [isEmpty, onDone])
  if (!sheets || isEmpty) return null
  return (
    <PrintSheet onDone={onDone}>
      {sheets.map(({ key, doctor, date, rows }) => (
        <div key={key} className={classes.sheet}>
          <RecordPrint
            title={`${doctor}, ${formatWeekday(date)}`}
            intro={`${countOf(rows.length, 'appointment')}.`}
          >
            <PrintTable columns={columns} rows={rows} rowKey={(row) => row.id} />
          </RecordPrint>
        </div>
      ))}
    </PrintSheet>
  )
}

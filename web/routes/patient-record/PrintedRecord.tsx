import { useQuery } from '@tanstack/react-query'
import { type Admission, destinationNames, listPatientAdmissions } from '../../../contract/admissions.ts'
import { largestPage, type Page } from '../../../contract/api/page.ts'
import {
  type Appointment,
  appointmentTypeNames,
  listPatientAppointments,
} from '../../../contract/appointments.ts'
import { allergyWords, readPatient } from '../../../contract/patients.ts'
import { placeWords } from '../../admissions/words.ts'
import { appointmentLooks } from '../../appointments/words.ts'
import { api } from '../../client/api.ts'
import { PrintedIdentity } from '../../patients/public.ts'
import { patientFacts } from '../../patients/record/patient-facts.tsx'
import { RecordPrint } from '../../records/print/RecordPrint.tsx'
import { useForPrint } from '../../records/print/useForPrint.ts'
import { useSite } from '../../session/account.ts'
import {
  formatDay,
  formatMoment,
  formatNumber,
  formatTime,
  fullName,
  orNotRecorded,
} from '../../ui/format.ts'
import { Facts } from '../../ui/page/Facts.tsx'
import { PrintSheet } from '../../ui/print/PrintSheet.tsx'
import { type PrintColumn, PrintTable } from '../../ui/print/PrintTable.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './PrintedRecord.module.css'

const appointmentColumns: PrintColumn<Appointment>[] = [
  { header: 'Date and time', cell: ({ date, time }) => `${formatDay(date)}, ${formatTime(time)}` },
  { header: 'Type', cell: ({ type }) => appointmentTypeNames[type] },
  { header: 'Doctor', cell: ({ doctor }) => <bdi>{fullName(doctor)}</bdi> },
  { header: 'Status', cell: ({ status }) => <StatusBadge look={appointmentLooks[status]} /> },
]

const admissionColumns = (timeZone: string): PrintColumn<Admission>[] => [
  { header: 'Admitted', cell: ({ admissionDate }) => formatMoment(admissionDate, timeZone) },
  {
    header: 'Discharged',
    cell: ({ dischargeDate, destination }) =>
      dischargeDate
        ? `${formatMoment(dischargeDate, timeZone)}${destination ? `: ${destinationNames[destination]}` : ''}`
        : 'Still admitted',
  },
  { header: 'Bed and ward', cell: ({ bed }) => placeWords(bed) },
  { header: 'Diagnosis', cell: ({ diagnosis }) => <bdi>{orNotRecorded(diagnosis)}</bdi> },
  { header: 'Doctor', cell: ({ doctor }) => <bdi>{orNotRecorded(doctor && fullName(doctor))}</bdi> },
]

/**
 * A patient's record on paper: identity on the head of every sheet, allergies before anything else, all that is known,
 * and every admission and appointment.
 */
export function PrintedRecord({ id, onDone }: { id: string; onDone: () => void }) {
  const { timeZone } = useSite()
  const patient = useForPrint(
    'patient',
    id,
    (options) => api(readPatient, { params: { id } }, options),
    onDone,
  )
  const all = { params: { id }, query: { limit: largestPage } }
  const admissions = useQuery({
    queryKey: ['admission', 'printed', id],
    queryFn: ({ signal }) => api(listPatientAdmissions, all, { signal, purpose: 'print' }),
    gcTime: 0,
  })
  const appointments = useQuery({
    queryKey: ['appointment', 'printed', id],
    queryFn: ({ signal }) => api(listPatientAppointments, all, { signal, purpose: 'print' }),
    gcTime: 0,
  })
  // Printed once its lists are there; a record without them says so.
  if (!patient || [admissions, appointments].some(({ data, error }) => !data && !error)) return null

  return (
    <PrintSheet onDone={onDone}>
      <RecordPrint title="Patient record" identity={<PrintedIdentity patient={patient} />}>
        <div className={classes.record}>
          <h2>Allergies</h2>
          <p className={classes.allergies}>
            <bdi>{orNotRecorded(allergyWords(patient))}</bdi>
          </p>
          <Facts columns={2} facts={patientFacts(patient)} />
          <h2>Medical History</h2>
          <p dir="auto">{orNotRecorded(patient.medicalHistory)}</p>
          <h2>Admissions</h2>
          <PrintedList things="admissions" page={admissions.data} columns={admissionColumns(timeZone)} />
          <h2>Appointments</h2>
          <PrintedList things="appointments" page={appointments.data} columns={appointmentColumns} />
        </div>
      </RecordPrint>
    </PrintSheet>
  )
}

/** The newest that one answer holds, and how many there are in all. */
function PrintedList<Row extends { id: string }>({
  things,
  page,
  columns,
}: {
  things: string
  page: Page<Row> | undefined
  columns: readonly PrintColumn<Row>[]
}) {
  if (!page) return <p>The {things} could not be loaded when this was printed.</p>
  if (page.items.length === 0) return <p>None.</p>
  return (
    <>
      {page.nextCursor !== null && (
        <p>
          The newest {formatNumber(page.items.length)} of {formatNumber(page.total)}.
        </p>
      )}
      <PrintTable columns={columns} rows={page.items} rowKey={({ id }) => id} />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { largestPage } from '../../../contract/api/page.ts'
import {
  type Appointment,
  appointmentTypeNames,
  listPatientAppointments,
} from '../../../contract/appointments.ts'
import { genderNames, readPatient } from '../../../contract/patients.ts'
import { appointmentLooks } from '../../appointments/words.ts'
import { api } from '../../client/api.ts'
import { DateOfBirth, PatientName } from '../../patients/identity/PatientIdentityLine.tsx'
import { patientFacts } from '../../patients/record/patient-facts.tsx'
import { RecordPrint } from '../../records/print/RecordPrint.tsx'
import { useForPrint } from '../../records/print/useForPrint.ts'
import { formatDay, formatNumber, formatTime, fullName, orNotRecorded } from '../../ui/format.ts'
import { Facts } from '../../ui/page/Facts.tsx'
import { PrintSheet } from '../../ui/print/PrintSheet.tsx'
import { type PrintColumn, PrintTable } from '../../ui/print/PrintTable.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './PrintedRecord.module.css'

const columns: PrintColumn<Appointment>[] = [
  { header: 'Date and time', cell: ({ date, time }) => `${formatDay(date)}, ${formatTime(time)}` },
  { header: 'Type', cell: ({ type }) => appointmentTypeNames[type] },
  { header: 'Doctor', cell: ({ doctor }) => <bdi>{fullName(doctor)}</bdi> },
  { header: 'Status', cell: ({ status }) => <StatusBadge look={appointmentLooks[status]} /> },
]

/** A patient's record on paper: identity on the head of every sheet, all that is known, and the appointments. */
export function PrintedRecord({ id, onDone }: { id: string; onDone: () => void }) {
  const patient = useForPrint(
    'patient',
    id,
    (options) => api(readPatient, { params: { id } }, options),
    onDone,
  )
  const appointments = useQuery({
    queryKey: ['appointment', 'printed', id],
    queryFn: ({ signal }) =>
      api(
        listPatientAppointments,
        { params: { id }, query: { limit: largestPage } },
        { signal, purpose: 'print' },
      ),
    gcTime: 0,
  })
  // Printed once the appointments are there; a record without them says so.
  if (!patient || (!appointments.data && !appointments.error)) return null

  return (
    <PrintSheet onDone={onDone}>
      <RecordPrint
        title="Patient record"
        identity={
          <>
            <strong>
              <PatientName patient={patient} />
            </strong>
            <div>
              {patient.mrn}, born <DateOfBirth day={patient.dateOfBirth} />, {genderNames[patient.gender]}
            </div>
          </>
        }
      >
        <div className={classes.record}>
          <Facts columns={2} facts={patientFacts(patient)} />
          <h2>Allergies</h2>
          <p>
            <bdi>{orNotRecorded(patient.allergies)}</bdi>
          </p>
          <h2>Medical History</h2>
          <p dir="auto">{orNotRecorded(patient.medicalHistory)}</p>
          <h2>Appointments</h2>
          {!appointments.data ? (
            <p>The appointments could not be loaded when this was printed.</p>
          ) : appointments.data.items.length === 0 ? (
            <p>None.</p>
          ) : (
            <>
              {appointments.data.nextCursor !== null && (
                <p>
                  The newest {formatNumber(appointments.data.items.length)} of{' '}
                  {formatNumber(appointments.data.total)}.
                </p>
              )}
              <PrintTable columns={columns} rows={appointments.data.items} rowKey={({ id }) => id} />
            </>
          )}
        </div>
      </RecordPrint>
    </PrintSheet>
  )
}

import { useQuery } from '@tanstack/react-query'
import { largestPage } from '../../../contract/api/page.ts'
import { appointmentTypeNames, listPatientAppointments } from '../../../contract/appointments.ts'
import { genderNames, type Patient } from '../../../contract/patients.ts'
import { api } from '../../client/api.ts'
import { useMe, useSite } from '../../session/account.ts'
import {
  formatDay,
  formatMoment,
  formatNumber,
  formatTime,
  fullName,
  orNotRecorded,
} from '../../ui/format.ts'
import { Facts } from '../../ui/page/Facts.tsx'
import { PrintPage } from '../../ui/print/PrintPage.tsx'
import { PrintSheet } from '../../ui/print/PrintSheet.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DateOfBirth, PatientName } from '../identity/PatientIdentityLine.tsx'
import classes from './PatientPrint.module.css'
import { patientFacts } from './patient-facts.tsx'

/** A patient's record on paper: identity on the head of every sheet, all that is known, and the appointments. */
export function PrintedRecord({ patient, onDone }: { patient: Patient; onDone: () => void }) {
  const site = useSite()
  const me = useMe()
  const appointments = useQuery({
    queryKey: ['appointment', 'printed', patient.id],
    queryFn: ({ signal }) =>
      api(listPatientAppointments, { params: { id: patient.id }, query: { limit: largestPage } }, { signal }),
    gcTime: 0,
  })
  // Printed once the appointments are there; a record without them says so.
  if (!appointments.data && !appointments.error) return null

  return (
    <PrintSheet onDone={onDone}>
      <PrintPage
        hospitalName={site.hospitalName}
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
        printedBy={fullName(me) || me.email}
        printedAt={formatMoment(new Date(), site.timeZone)}
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
              <table className={classes.rows}>
                <thead>
                  <tr>
                    <th scope="col">Date and time</th>
                    <th scope="col">Type</th>
                    <th scope="col">Doctor</th>
                    <th scope="col">Status</th>
                  </tr>
                </thead>
                <tbody>
                  {appointments.data.items.map((appointment) => (
                    <tr key={appointment.id}>
                      <td>
                        {formatDay(appointment.date)}, {formatTime(appointment.time)}
                      </td>
                      <td>{appointmentTypeNames[appointment.type]}</td>
                      <td>
                        <bdi>{fullName(appointment.doctor)}</bdi>
                      </td>
                      <td>
                        <StatusBadge status={appointment.status} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </>
          )}
        </div>
      </PrintPage>
    </PrintSheet>
  )
}

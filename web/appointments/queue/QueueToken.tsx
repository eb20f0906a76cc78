import { readAppointment } from '../../../contract/appointments.ts'
import { api } from '../../client/api.ts'
import { useForPrint } from '../../records/print/useForPrint.ts'
import { useSite } from '../../session/account.ts'
import { formatDay, formatTime, fullName, patientName } from '../../ui/format.ts'
import { PrintSheet } from '../../ui/print/PrintSheet.tsx'
import classes from './QueueToken.module.css'

/** The slip that a patient takes to the waiting room. Others see it there: it says whose turn it is, and never why. */
export function QueueToken({ id, onDone }: { id: string; onDone: () => void }) {
  const { hospitalName } = useSite()
  const appointment = useForPrint(
    'appointment',
    id,
    (options) => api(readAppointment, { params: { id } }, options),
    onDone,
  )
  if (!appointment) return null
  const { queueNumber, date, time, doctor, patient } = appointment
  return (
    <PrintSheet onDone={onDone}>
      <section className={classes.token} aria-label="Queue token">
        <strong>{hospitalName}</strong>
        <div>Queue number</div>
        <div className={classes.number}>{queueNumber}</div>
        <div>
          {formatDay(date)}, {formatTime(time)}
        </div>
        <div>{fullName(doctor)}</div>
        <div className={classes.patient}>
          {patientName(patient)}
          <br />
          {patient.mrn}
        </div>
      </section>
    </PrintSheet>
  )
}

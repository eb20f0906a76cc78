import { readAppointment } from '../../../../contract/front-desk/appointments.ts'
import { readExpectedCall } from '../../../../contract/front-desk/displays.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import { labelCode } from '../../../../contract/search/labels.ts'
import { api } from '../../../ground/client/api.ts'
import { useForPrint } from '../../../ground/records/print/useForPrint.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatTime, formatWeekday, patientName } from '../../../ground/ui/format.ts'
import { Fitted } from '../../../ground/ui/print/Fitted.tsx'
import { PrintSheet } from '../../../ground/ui/print/PrintSheet.tsx'
import { QrCode } from '../../../ground/ui/print/QrCode.tsx'
import { wayWords } from '../../displays/public.ts'
import { tokenOf } from '../how-booked.ts'
import classes from './AppointmentSlip.module.css'

/**
 * A slip to take home: the appointment's day, time, doctor and room, and how to reach the clinic or the hospital. The reason for the
 * visit is never on it.
 */
export function AppointmentSlip({ id, onDone }: { id: string; onDone: () => void }) {
  const { hospitalName, labelMark, address, phone, email } = useSite()
  const printed = useForPrint(
    'appointment-slip',
    id,
    async (options) => {
      const [appointment, place] = await Promise.all([
        api(readAppointment, { params: { id } }, options),
        // Without the room the slip still shows the time.
        api(readExpectedCall, { params: { id } }, options).catch(() => undefined),
      ])
      return { ...appointment, place }
    },
    onDone,
  )
  if (!printed) return null
  const { date, time, queueNumber, doctor, place, patient } = printed
  const way = place && wayWords(place)
  const token = tokenOf(printed)
  const contact = place?.phone ?? phone ?? email
  return (
    <PrintSheet onDone={onDone}>
      <section className={classes.slip} aria-label="Appointment slip">
        <Fitted texts={[hospitalName]} weight={600} width={68} height={8} largest={12} smallest={6} />
        {address && (
          <Fitted texts={[address.replaceAll('\n', ', ')]} width={68} height={8} largest={9} smallest={5} />
        )}
        <div className={classes.title}>Appointment</div>
        <div className={classes.day}>{formatWeekday(date)}</div>
        <div className={classes.time}>{formatTime(time)}</div>
        {token !== undefined && <div className={classes.day}>Token {token}</div>}
        <Fitted texts={[doctorName(doctor)]} width={68} height={5.5} largest={11} smallest={4.5} />
        {way && <Fitted texts={[way]} weight={600} width={68} height={6} largest={13} smallest={6} />}
        <div className={classes.patient}>
          <Fitted texts={[patientName(patient)]} width={68} height={9} largest={12} smallest={5} />
          {patient.mrn}, queue number {queueNumber}
        </div>
        {contact && (
          <Fitted
            texts={[`To change or cancel: ${contact}`, contact]}
            width={68}
            height={5}
            largest={10}
            smallest={5}
          />
        )}
        <QrCode text={labelCode({ mark: labelMark, patientId: patient.id })} label="Code of the patient" />
      </section>
    </PrintSheet>
  )
}

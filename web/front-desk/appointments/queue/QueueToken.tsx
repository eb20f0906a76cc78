import { readAppointment } from '../../../../contract/front-desk/appointments.ts'
import { readExpectedCall } from '../../../../contract/front-desk/displays.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import { labelCode } from '../../../../contract/search/labels.ts'
import { api } from '../../../ground/client/api.ts'
import { useForPrint } from '../../../ground/records/print/useForPrint.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { hospitalNow } from '../../../ground/sign-in/hospital-clock.ts'
import { formatDay, formatMomentTime, formatTime, patientName } from '../../../ground/ui/format.ts'
import { Fitted } from '../../../ground/ui/print/Fitted.tsx'
import { PrintSheet } from '../../../ground/ui/print/PrintSheet.tsx'
import { QrCode } from '../../../ground/ui/print/QrCode.tsx'
import { waitWords, wayWords } from '../../displays/public.ts'
import classes from './QueueToken.module.css'

/**
 * The slip that a patient takes to the waiting room. Others see it there: it says whose turn it is, and never why. Its code
 * opens the patient wherever it is scanned.
 */
export function QueueToken({ id, onDone }: { id: string; onDone: () => void }) {
  const { hospitalName, labelMark, timeZone } = useSite()
  const printed = useForPrint(
    'token',
    id,
    async (options) => {
      const [appointment, expected] = await Promise.all([
        api(readAppointment, { params: { id } }, options),
        // Without it the slip still shows the number.
        api(readExpectedCall, { params: { id } }, options).catch(() => undefined),
      ])
      return { appointment, expected, now: hospitalNow() }
    },
    onDone,
  )
  if (!printed) return null
  const { appointment, expected, now } = printed
  const { queueNumber, date, time, doctor, patient } = appointment
  const way = expected && wayWords(expected)
  const wait = expected?.likely && waitWords(expected.likely, now)
  return (
    <PrintSheet onDone={onDone}>
      <section className={classes.token} aria-label="Queue token">
        <Fitted texts={[hospitalName]} weight={600} width={68} height={8} largest={12} smallest={6} />
        <div>Queue number</div>
        <div className={classes.number}>{queueNumber}</div>
        <div>
          {formatDay(date)}, {formatTime(time)}
        </div>
        <Fitted texts={[doctorName(doctor)]} width={68} height={5.5} largest={11} smallest={4.5} />
        {way && <Fitted texts={[way]} weight={600} width={68} height={6} largest={13} smallest={6} />}
        {wait && (
          <Fitted
            texts={[`Expected wait: ${wait}, from ${formatMomentTime(new Date(now), timeZone)}`]}
            width={68}
            height={5}
            largest={11}
            smallest={6}
          />
        )}
        {wait && (
          <div className={classes.how}>
            Estimated from the doctor’s last 20 patients. Emergencies are seen first.
          </div>
        )}
        <div className={classes.patient}>
          <Fitted texts={[patientName(patient)]} width={68} height={10} largest={12} smallest={5} />
          {patient.mrn}
        </div>
        <QrCode text={labelCode({ mark: labelMark, patientId: patient.id })} label="Code of the patient" />
      </section>
    </PrintSheet>
  )
}

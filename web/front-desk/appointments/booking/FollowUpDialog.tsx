import { useQuery } from '@tanstack/react-query'
import { daysAfter } from '../../../../contract/days.ts'
import type { PatientIdentity } from '../../../../contract/people/patients.ts'
import { useMe } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { formatDay, formatTime, fullName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientSummary } from '../../../people/patients/public.ts'
import { upcomingAppointmentsQuery } from '../queries.ts'
import classes from './AppointmentForm.module.css'
import { BookedDay, BookedInThePast, BookedNotes, BookedTime } from './BookingFields.tsx'
import { useBooking } from './use-booking.ts'

const weeksOffered = [1, 2, 4]

/** Books a patient again with the doctor who is signed in, without leaving the record. */
export function FollowUpDialog({
  patient,
  onClose,
}: {
  /** Undefined while it is closed. */
  patient: PatientIdentity | undefined
  onClose: () => void
}) {
  if (!patient) return null
  return (
    <DialogFrame title={<bdi>Book follow-up for {fullName(patient)}</bdi>} onClose={onClose}>
      <FollowUp key={patient.id} patient={patient} onClose={onClose} />
    </DialogFrame>
  )
}

function FollowUp({ patient, onClose }: { patient: PatientIdentity; onClose: () => void }) {
  const me = useMe()
  const today = useToday()
  const upcoming = useQuery(upcomingAppointmentsQuery(patient.id)).data
  const booking = useBooking({
    blank: () => ({
      patientId: patient.id,
      date: '',
      time: '',
      type: 'FOLLOW_UP',
      doctorId: me.id,
      notes: '',
    }),
    draftKey: `appointment:follow-up:${patient.id}`,
    onBooked({ date, time, queueNumber }) {
      onClose()
      toast.success('Follow-up booked', {
        detail: `${formatDay(date)}, ${formatTime(time)}. Queue number ${queueNumber}.`,
      })
    },
  })
  const { form } = booking
  const withMe = upcoming?.filter(({ doctorId, date }) => doctorId === me.id && date > today) ?? []
  const booked = withMe.map(({ date, time }) => `${formatDay(date)}, ${formatTime(time)}`).join('; ')
  return (
    <DialogForm
      onSubmit={booking.onSubmit}
      summary={booking.summary}
      busy={booking.busy}
      label="Book follow-up"
      busyLabel="Booking…"
      onCancel={() => {
        booking.giveUp()
        onClose()
      }}
      notice={booking.notices}
    >
      <PatientSummary patient={patient} now={booked && `Already booked with you: ${booked}`} />
      <div>
        <BookedDay of={booking} />
        <div className={classes.times} role="group" aria-label="Weeks from today">
          <span className={classes.timesLabel}>In</span>
          {weeksOffered.map((weeks) => {
            const day = daysAfter(today, 7 * weeks)
            return (
              <button
                key={weeks}
                type="button"
                className={classes.timeButton}
                aria-pressed={form.values.date === day}
                onClick={() => form.setFieldValue('date', day)}
              >
                {weeks === 1 ? '1 week' : `${weeks} weeks`}
              </button>
            )
          })}
        </div>
      </div>
      <BookedTime of={booking} />
      <BookedNotes of={booking} />
      <BookedInThePast of={booking} />
    </DialogForm>
  )
}

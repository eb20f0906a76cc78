import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { daysAfter } from '../../../../contract/days.ts'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import type { PatientIdentity } from '../../../../contract/people/patients.ts'
import { refusedAct } from '../../../ground/records/failures.ts'
import { useMay, useMe, useSite } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { formatDay, formatTime, fullName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientSummary } from '../../../people/patients/public.ts'
import { monthsAfter } from '../hours/months.ts'
import { Offers } from '../hours/Offers.tsx'
import { setWanted } from '../hours/PlacedTime.tsx'
import classes from '../hours/Times.module.css'
import { upcomingAppointmentsQuery, useAppointmentActions } from '../queries.ts'
import { BookedDay, BookedInThePast, BookedNotes, BookedTime } from './BookingFields.tsx'
import { useBooking } from './use-booking.ts'

/** Days and months from today. */
const offered: readonly { label: string; days?: number; months?: number }[] = [
  { label: '1 week', days: 7 },
  { label: '2 weeks', days: 14 },
  { label: '4 weeks', days: 28 },
  { label: '6 weeks', days: 42 },
  { label: '3 months', months: 3 },
  { label: '6 months', months: 6 },
]

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
  const { hasSchedules } = useSite()
  const mayCancel = useMay()('appointment.cancel')
  const { move } = useAppointmentActions()
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
    onBooked(booked) {
      const { date, time, queueNumber } = booked
      onClose()
      toast.success('Follow-up booked', {
        detail: `${formatDay(date)}, ${formatTime(time)}. Queue number ${queueNumber}.`,
        actions: hasSchedules && mayCancel ? [{ label: 'Undo', onClick: () => void takeBack(booked) }] : [],
      })
    },
  })
  const { form } = booking
  const { date } = form.values
  /** The day from which free times are offered; one that is typed is booked by its time. */
  const [from, setFrom] = useState<string>()
  const keepsHours = from === date && Boolean(booking.place.sessions)
  // The day is the chosen time's while that is being booked.
  const isOffered = from !== undefined && (booking.busy || (keepsHours && !form.errors.time))

  async function takeBack({ id }: Appointment) {
    try {
      await move({ id }, { status: 'CANCELLED', cancelReason: 'OTHER' })
      toast.success('Follow-up cancelled')
    } catch (error) {
      toast.error(refusedAct(error, 'Not cancelled'))
    }
  }

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
        <div className={classes.times} role="group" aria-label="From today">
          <span className={classes.timesLabel}>In</span>
          {offered.map(({ label, days = 0, months = 0 }) => {
            const day = daysAfter(monthsAfter(today, months), days)
            return (
              <button
                key={label}
                type="button"
                className={classes.timeButton}
                aria-pressed={date === day}
                onClick={() => {
                  form.setFieldValue('date', day)
                  setFrom(day)
                }}
              >
                {label}
              </button>
            )
          })}
        </div>
      </div>
      {isOffered ? (
        <Offers
          key={from}
          patientId={patient.id}
          doctorId={me.id}
          day={from}
          onChoose={(chosen) => {
            setWanted(form, chosen)
            booking.onSubmit()
          }}
          onOther={() => setFrom(undefined)}
        />
      ) : (
        <BookedTime of={booking} />
      )}
      <BookedNotes of={booking} />
      <BookedInThePast of={booking} />
    </DialogForm>
  )
}

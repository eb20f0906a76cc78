import {
  type Appointment,
  AppointmentBooking,
  type AppointmentType,
} from '../../../../contract/front-desk/appointments.ts'
import { refusedBy } from '../../../ground/records/failures.ts'
import { type NewRecord, useNewRecord } from '../../../ground/records/form/new-record.tsx'
import { useAppointmentActions } from '../queries.ts'
import { usePassedTime } from './PassedTime.tsx'

/** The values of a booking form; all are saved as a draft. */
export interface BookingValues {
  patientId: string
  date: string
  time: string
  type: AppointmentType | ''
  doctorId: string
  notes: string
}

export interface Booking extends NewRecord<BookingValues> {
  passed: ReturnType<typeof usePassedTime>
}

/** The form of a new appointment; a time that has passed is asked about. */
export function useBooking({
  blank,
  draftKey,
  onBooked,
}: {
  blank: () => BookingValues
  draftKey: string
  onBooked: (booked: Appointment) => unknown
}): Booking {
  const { book } = useAppointmentActions()
  const passed = usePassedTime()
  const entry: NewRecord<BookingValues> = useNewRecord({
    thing: 'appointment',
    was: 'booked',
    blank,
    schema: AppointmentBooking,
    draftKey,
    add: (body, attemptKey) => book({ ...body, ...passed.evenIf(body) }, attemptKey),
    onAdded: onBooked,
    onFailure: (error) =>
      passed.holdsBack(error, entry.form.getValues()) || refusedBy('Failed to schedule appointment')(error),
  })
  return { ...entry, passed }
}

import {
  type Appointment,
  AppointmentBooking,
  type AppointmentType,
} from '../../../../contract/front-desk/appointments.ts'
import { refusedBy } from '../../../ground/records/failures.ts'
import { type NewRecord, useNewRecord } from '../../../ground/records/form/new-record.tsx'
import { type Place, usePlace } from '../hours/use-place.ts'
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
  overbookReason: string
}

export interface Booking extends NewRecord<BookingValues> {
  passed: ReturnType<typeof usePassedTime>
  place: Place
}

/** The form of a new appointment; a time that has passed, or that has no place in the doctor's hours, is asked about. */
export function useBooking({
  blank,
  draftKey,
  onBooked,
}: {
  blank: () => Omit<BookingValues, 'overbookReason'>
  draftKey: string
  onBooked: (booked: Appointment) => unknown
}): Booking {
  const { book } = useAppointmentActions()
  const passed = usePassedTime()
  const entry: NewRecord<BookingValues> = useNewRecord({
    thing: 'appointment',
    was: 'booked',
    blank: () => ({ ...blank(), overbookReason: '' }),
    schema: AppointmentBooking,
    draftKey,
    add: (body, attemptKey) => book({ ...body, ...passed.evenIf(body), ...place.body(body) }, attemptKey),
    onAdded: onBooked,
    onFailure(error) {
      const values = entry.form.getValues()
      place.noteRefusal(error, values)
      return passed.holdsBack(error, values) || refusedBy('Failed to schedule appointment')(error)
    },
  })
  const place = usePlace(entry.form.values)
  return { ...entry, passed, place }
}

import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Id, requiredDay, requiredTime } from '../api/fields.ts'
import { daysAfter } from '../days.ts'
import { Appointment, AppointmentBooking, AppointmentChange, bookingErrors } from './appointments.ts'
import { givenReasons } from './cancel-reasons.ts'

/** Appointments of a patient with one doctor that are booked together, such as weekly dressings (record 112). */

export const fewestInSeries = 2
export const mostInSeries = 52

/** The days of a series, from the first at equal intervals. */
export function seriesDays(
  first: string,
  { every, unit, times }: { every: number; unit: 'days' | 'weeks'; times: number },
): string[] {
  return Array.from({ length: times }, (_, at) => daysAfter(first, at * every * (unit === 'weeks' ? 7 : 1)))
}

const number = `Choose ${fewestInSeries} to ${mostInSeries} appointments`

const SeriesPlace = z.strictObject({
  date: requiredDay('Date is required'),
  time: requiredTime('Time is required'),
})

const { patientId, doctorId, type, notes } = AppointmentBooking.shape

export const SeriesForm = z.strictObject({
  patientId,
  doctorId,
  type,
  notes,
  places: z
    .array(SeriesPlace)
    .min(fewestInSeries, number)
    .max(mostInSeries, number)
    .refine(
      (places) => new Set(places.map(({ date }) => date)).size === places.length,
      'Choose each day once',
    ),
})

export const CheckedPlace = z.object({
  date: z.string(),
  time: z.string(),
  /** The clinic and room of the session that it is in; null where the doctor keeps no hours. */
  place: z.string().nullable(),
  /** Why it can't be booked; null where it can. */
  refused: z.string().nullable(),
})
export type CheckedPlace = z.infer<typeof CheckedPlace>

export const checkSeries = endpoint({
  name: 'checkSeries',
  summary: 'Which places of a series can be booked, each as yyyy-mm-ddThh:mm, separated by commas',
  method: 'GET',
  path: '/appointment-series/check',
  permission: 'appointment.book',
  kind: 'read',
  query: z.strictObject({
    patientId: Id,
    doctorId: Id,
    type,
    places: z
      .string()
      .max(mostInSeries * 17)
      .transform((typed) =>
        typed.split(',').map((place) => ({ date: place.slice(0, 10), time: place.slice(11) })),
      )
      .pipe(z.array(SeriesPlace).max(mostInSeries)),
  }),
  reply: z.array(CheckedPlace),
})

export const bookSeries = endpoint({
  name: 'bookSeries',
  summary: 'Book a series: all of its appointments, or none',
  method: 'POST',
  path: '/appointment-series',
  permission: 'appointment.book',
  kind: 'create',
  namesPatients: true,
  body: SeriesForm,
  reply: z.object({ id: z.string(), appointments: z.array(Appointment) }),
  errors: bookingErrors,
})

export const CancelLater = z.strictObject({
  cancelReason: z.enum(givenReasons, { error: 'Reason is required' }).exclude(['DID_NOT_ATTEND']),
  cancelNote: AppointmentChange.shape.cancelNote,
})

export const cancelSeries = endpoint({
  name: 'cancelSeries',
  summary: 'Cancel an appointment of a series, and all of its later ones that are still to come',
  method: 'POST',
  path: '/appointments/{id}/cancel-later',
  permission: 'appointment.cancel',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: CancelLater,
  reply: z.object({ cancelled: z.number().int() }),
  errors: ['transition_refused'],
})

export const auditWords = {
  bookSeries: 'booked a series of appointments',
  cancelSeries: 'cancelled later appointments of a series',
}

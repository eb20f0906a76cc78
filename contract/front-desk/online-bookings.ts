import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Day, Moment, requiredDay, requiredText, requiredTime } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { PageQuery, pageOf } from '../api/page.ts'
import { reference } from '../api/references.ts'
import { clockStyles } from '../spoken.ts'
import { Appointment } from './appointments.ts'

/** Places that are asked for from home, without an account (record 113). */

export const screens = ['/online-bookings'] as const

export const errors = {
  too_many_holds: 429,
  too_many_bookings: 409,
  wrong_code: 409,
  booking_over: 409,
} as const

/** The database has the same limits. */
export const codeMinutes = 15
export const mostTries = 5
/** Days from tomorrow on that can be booked from home, and those that one answer tells. */
export const farthestDays = 60
export const daysAtOnce = 14

export const OnlineBookingForm = z.strictObject({
  clinicId: reference('clinic', 'Choose a clinic'),
  date: requiredDay('Choose a day'),
  time: requiredTime('Choose a time'),
  firstName: requiredText('First name is required', 100),
  lastName: requiredText('Last name is required', 100),
  dateOfBirth: requiredDay('Date of birth is required'),
  phone: requiredText('Phone is required', 40).pipe(
    z
      .string()
      .regex(/^\+?[\d\s().\-/#*a-zA-Z]*$/, 'Phone must contain digits')
      .regex(/\d/, 'Phone must contain digits'),
  ),
  email: requiredText('E-mail is required', 254).pipe(
    z.email('Enter an e-mail address, e.g. name@example.org'),
  ),
})
export type OnlineBookingForm = z.input<typeof OnlineBookingForm>

export const listOnlineClinics = endpoint({
  name: 'listOnlineClinics',
  summary: 'The clinics that can be booked from home; 404 where none can, as for all that the public may ask',
  method: 'GET',
  path: '/public/clinics',
  permission: 'public',
  kind: 'read',
  reply: z.object({
    clinics: z.array(z.object({ id: z.string(), name: z.string() })),
    clockStyle: z.enum(clockStyles),
  }),
  errors: ['too_many_requests'],
})

export const listOnlineTimes = endpoint({
  name: 'listOnlineTimes',
  summary: `The days of a clinic that have free times, of ${daysAtOnce} days from one on, tomorrow at the earliest`,
  method: 'GET',
  path: '/public/clinics/{id}/times',
  permission: 'public',
  kind: 'read',
  params: byId,
  query: z.strictObject({ from: Day.optional() }),
  reply: z.object({
    days: z.array(z.object({ date: z.string(), times: z.array(z.string()) })),
    /** The day from which the following days are asked; null at the end. */
    next: z.string().nullable(),
  }),
  errors: ['too_many_requests'],
})

export const bookOnline = endpoint({
  name: 'bookOnline',
  summary: `Hold a place for ${codeMinutes} minutes, and have a code e-mailed that confirms it`,
  method: 'POST',
  path: '/public/bookings',
  permission: 'public',
  kind: 'create',
  body: OnlineBookingForm,
  reply: z.object({ id: z.string() }),
  errors: ['too_many_requests', 'too_many_holds', 'place_taken'],
})

export const confirmOnlineBooking = endpoint({
  name: 'confirmOnlineBooking',
  summary: `Confirm a place by the code of the e-mail; ${mostTries} wrong ones end it`,
  method: 'POST',
  path: '/public/bookings/{id}/confirm',
  permission: 'public',
  kind: 'create',
  params: byId,
  body: z.strictObject({
    code: z
      .string()
      .transform((typed) => typed.replaceAll(/\s/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6 digits of the code')),
  }),
  reply: z.object({ id: z.string() }),
  errors: ['wrong_code', 'booking_over', 'too_many_bookings', 'too_many_requests'],
})

export const cancelOnlineBooking = endpoint({
  name: 'cancelOnlineBooking',
  summary: 'Give a place back by the link of the e-mail, until the hospital has answered',
  method: 'POST',
  path: '/public/bookings/cancel',
  permission: 'public',
  kind: 'create',
  body: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/, 'Open the link of the e-mail again') }),
  reply: z.object({ id: z.string() }),
  errors: ['booking_over', 'too_many_requests'],
})

export const onlineBookingStates = ['OPEN', 'BOOKED', 'DECLINED', 'CANCELLED', 'LAPSED'] as const
export type OnlineBookingState = (typeof onlineBookingStates)[number]
export const onlineBookingStateNames: Record<OnlineBookingState, string> = {
  OPEN: 'To be answered',
  BOOKED: 'Booked',
  DECLINED: 'Declined',
  CANCELLED: 'Cancelled by the booker',
  LAPSED: 'Not answered in time',
}

/** A confirmed booking, with what its booker typed. */
export const OnlineBooking = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string(),
  phone: z.string(),
  email: z.string(),
  clinic: z.string(),
  doctorId: z.string(),
  doctor: z.string(),
  date: z.string(),
  time: z.string(),
  state: z.enum(onlineBookingStates),
  confirmedAt: Moment,
  answeredBy: z.string().nullable(),
  answeredAt: Moment.nullable(),
  appointmentId: z.string().nullable(),
})
export type OnlineBooking = z.infer<typeof OnlineBooking>

export const scopes = {
  'online-bookings': { summary: 'Places booked from home', permission: 'appointment.book' },
} as const satisfies Record<string, ScopeKind>

export const listOnlineBookings = endpoint({
  name: 'listOnlineBookings',
  summary: 'Confirmed bookings from home: those to be answered, the longest first, or those that are over',
  method: 'GET',
  path: '/online-bookings',
  permission: 'appointment.book',
  kind: 'read',
  query: PageQuery.extend({ over: z.enum(['yes', 'no']).default('no') }),
  reply: pageOf(OnlineBooking),
})

export const matchOnlineBooking = endpoint({
  name: 'matchOnlineBooking',
  summary: 'Make the booking an appointment of a patient, in the place that is held; the booker is told',
  method: 'POST',
  path: '/online-bookings/{id}/match',
  permission: 'appointment.book',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: z.strictObject({ patientId: reference('patient', 'Patient is required') }),
  reply: Appointment,
  errors: [
    'booking_over',
    'patient_already_booked',
    'doctor_slot_taken',
    'outside_hours',
    'doctor_away',
    'session_full',
    'time_has_passed',
  ],
})

export const declineOnlineBooking = endpoint({
  name: 'declineOnlineBooking',
  summary: 'Give the place free again; the booker is told',
  method: 'POST',
  path: '/online-bookings/{id}/decline',
  permission: 'appointment.book',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
  errors: ['booking_over'],
})

export const auditWords = {
  bookOnline: 'asked for a place from home',
  confirmOnlineBooking: 'entered the code of a booking from home',
  cancelOnlineBooking: 'cancelled a booking from home',
  matchOnlineBooking: 'booked the patient who asked from home',
  declineOnlineBooking: 'declined a booking from home',
}

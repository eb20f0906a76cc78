import { z } from 'zod'
import { type EndpointCase, endpoint } from '../api/endpoint.ts'
import {
  byId,
  Day,
  Id,
  Moment,
  optionalLines,
  optionalText,
  requiredDay,
  requiredTime,
  SearchText,
  severalOf,
} from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { unlessRestricted } from '../api/only-for.ts'
import { PageQuery, pageOf } from '../api/page.ts'
import { reference } from '../api/references.ts'
import { PatientIdentity } from '../people/patients.ts'
import { Doctor } from '../people/staff.ts'
import { cancelReasons, givenReasons } from './cancel-reasons.ts'

export const screens = ['/appointments', '/opd-queue', '/opd-queue/new'] as const

export const errors = {
  doctor_slot_taken: 409,
  patient_already_booked: 409,
  transition_refused: 409,
  appointment_closed: 409,
  nobody_waiting: 409,
  undo_refused: 409,
  time_has_passed: 409,
  outside_hours: 409,
  doctor_away: 409,
  session_full: 409,
} as const

export const appointmentTypes = ['GENERAL', 'FOLLOW_UP', 'SPECIALIST', 'EMERGENCY'] as const
export type AppointmentType = (typeof appointmentTypes)[number]
export const appointmentTypeNames: Record<AppointmentType, string> = {
  GENERAL: 'General',
  FOLLOW_UP: 'Follow-up',
  SPECIALIST: 'Specialist',
  EMERGENCY: 'Emergency',
}

export const appointmentStatuses = ['SCHEDULED', 'IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** In the queue or with a doctor: from here on the status says where somebody is, whatever the day. */
export function isInQueue({ status }: { status: AppointmentStatus }): boolean {
  return status === 'IN_QUEUE' || status === 'IN_PROGRESS'
}

/** The doctor has seen the patient, or sees them now: there can be a note of it. */
export function isVisit({ status }: { status: AppointmentStatus }): boolean {
  return status === 'IN_PROGRESS' || status === 'COMPLETED'
}

/** The cases of a change to an appointment. */
const changeCases = {
  reschedule: {
    summary: 'Change the day, the time, the type, the doctor or the notes',
    permission: 'appointment.reschedule',
    edits: true,
  },
  addToQueue: { summary: 'The patient has arrived', permission: 'appointment.queue' },
  start: { summary: 'The doctor sees the patient', permission: 'appointment.treat' },
  complete: { summary: 'The doctor has seen the patient', permission: 'appointment.treat' },
  cancel: { summary: 'Cancel, with a reason', permission: 'appointment.cancel' },
} as const satisfies Record<string, EndpointCase>

interface Transition {
  from: AppointmentStatus
  to: AppointmentStatus
  case: keyof typeof changeCases
}
const transitions: readonly Transition[] = [
  { from: 'SCHEDULED', to: 'IN_QUEUE', case: 'addToQueue' },
  { from: 'IN_QUEUE', to: 'IN_PROGRESS', case: 'start' },
  { from: 'IN_PROGRESS', to: 'COMPLETED', case: 'complete' },
  { from: 'SCHEDULED', to: 'CANCELLED', case: 'cancel' },
  { from: 'IN_QUEUE', to: 'CANCELLED', case: 'cancel' },
]

/**
 * Every transition that a status change can request, with the permission it needs. The database refuses all others,
 * except those for a missed call (`missedCallTransitions`) and an admission, which ends the visit.
 */
export const appointmentTransitions = transitions.map((transition) => ({
  ...transition,
  permission: changeCases[transition.case].permission,
}))

/** Later seats are beside the slots, and take no place from anybody. The database has the same number. */
export const lastSeat = 1000

export const Appointment = z.object({
  id: z.string(),
  patientId: z.string(),
  patient: PatientIdentity,
  doctorId: z.string(),
  doctor: Doctor,
  date: z.string(),
  time: z.string(),
  status: z.enum(appointmentStatuses),
  type: z.enum(appointmentTypes),
  /** The session of the doctor's hours that it is in, and its length there in minutes; null where it takes up no slot. */
  sessionId: z.string().nullable(),
  minutes: z.number().int().nullable(),
  /** The place in its slot, or its token; after `lastSeat` it is beside the slots. */
  seat: z.number().int(),
  /** The series that it was booked with. */
  seriesId: z.string().nullable(),
  /** The patient came without an appointment. */
  walkIn: z.boolean(),
  /** Why it is outside the doctor's hours or places. */
  overbookReason: unlessRestricted(z.string()),
  queueNumber: z.number().int(),
  notes: unlessRestricted(z.string()),
  cancelReason: z.enum(cancelReasons).nullable(),
  cancelNote: unlessRestricted(z.string()),
  /** When it entered the queue: waiting time counts from here. */
  queuedAt: Moment.nullable(),
  startedAt: Moment.nullable(),
  /** The staff member who called the patient in. */
  startedBy: z.string().nullable(),
  completedAt: Moment.nullable(),
  /** The number of missed calls, when the last one put the patient back in the queue, and behind which appointments. */
  missedCalls: z.number().int(),
  returnedAt: Moment.nullable(),
  behind: z.array(z.string()),
  /** The number of the bed, if an admission ended the visit. */
  admittedTo: z.string().nullable(),
  /** The last change of status, who made it, and whether that person may take it back, until `undoableFor` has passed. */
  statusAt: Moment,
  statusBy: z.string().nullable(),
  statusByName: z.string().nullable(),
  undoable: z.boolean(),
  version: z.number().int(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Appointment = z.infer<typeof Appointment>

export const scopes = {
  queue: {
    summary: 'What today’s queue is worked from',
    permission: 'appointment.view',
    record: Appointment,
  },
  'appointments-of-day': {
    summary: 'One day’s appointments',
    permission: 'appointment.view',
    key: Day,
    record: Appointment,
  },
  appointment: { summary: 'One appointment', permission: 'appointment.view', key: Id, record: Appointment },
  'patient-appointments': {
    summary: 'A patient’s appointments',
    permission: 'appointment.view',
    key: Id,
  },
  appointments: { summary: 'Lists of appointments', permission: 'appointment.view' },
  'earlier-appointments': { summary: 'Appointments of days that are over', permission: 'appointment.view' },
} as const satisfies Record<string, ScopeKind>

const notes = optionalLines(2000)
/** Somebody was asked about a time that has passed, and meant it. Without it such a time is refused. */
const evenIfPassed = z.boolean().optional()
const date = requiredDay('Date is required')
const time = requiredTime('Time is required')
const type = z.enum(appointmentTypes, { error: 'Type is required' })
const doctorId = reference('doctor', 'Doctor is required')

/** Books it although it is outside the doctor's hours or places; needs `appointment.overbook`. */
const overbookReason = optionalText(200)

export const AppointmentBooking = z.strictObject({
  patientId: reference('patient', 'Patient is required'),
  doctorId,
  date,
  time,
  type,
  notes,
  status: z.literal('SCHEDULED').optional(),
  evenIfPassed,
  /** The patient is here without an appointment, and takes up no slot. */
  walkIn: z.boolean().optional(),
  overbookReason,
})

/** Any of these; a status follows the transitions, CANCELLED wants a reason. */
export const AppointmentChange = z
  .strictObject({
    date: date.optional(),
    time: time.optional(),
    type: type.optional(),
    doctorId: doctorId.optional(),
    notes: notes.optional(),
    status: z.enum(appointmentStatuses).optional(),
    cancelReason: z.enum(givenReasons, { error: 'Reason is required' }).optional(),
    cancelNote: optionalLines(500).optional(),
    evenIfPassed,
    overbookReason: overbookReason.optional(),
  })
  .refine((change) => change.status !== 'CANCELLED' || change.cancelReason !== undefined, {
    path: ['cancelReason'],
    message: 'Reason is required',
  })

export const bookingErrors = [
  'doctor_slot_taken',
  'patient_already_booked',
  'time_has_passed',
  'outside_hours',
  'doctor_away',
  'session_full',
] as const

/** Appointments in a place of a session; booked ahead; booked ahead and their day is over; not attended (record 110). */
export const countedKinds = ['PLACE', 'LEAD_TIME', 'DUE', 'NO_SHOW'] as const
export type Counted = (typeof countedKinds)[number]

export const listAppointments = endpoint({
  name: 'listAppointments',
  summary: 'Appointments of a period, newest first',
  method: 'GET',
  path: '/appointments',
  permission: 'appointment.view',
  kind: 'read',
  namesPatients: true,
  query: PageQuery.extend({
    from: Day.optional(),
    to: Day.optional(),
    status: severalOf(appointmentStatuses).optional(),
    cancelReason: severalOf(cancelReasons).optional(),
    /** The hour, by the hospital's clock, in which the patient joined the queue. */
    queuedHour: z.coerce.number().int().min(0).max(23).optional(),
    doctorId: Id.optional(),
    /** Appointments with doctors that belong to this clinic now. */
    clinicId: Id.optional(),
    /** The appointments that a figure of the clinics counts. */
    counted: z.enum(countedKinds).optional(),
    /** Appointments in sessions of this clinic. */
    sessionClinicId: Id.optional(),
    /** The hour for which it was booked. */
    bookedHour: z.coerce.number().int().min(0).max(23).optional(),
    patientId: Id.optional(),
    queueNumber: z.coerce.number().int().min(1).max(1_000_000).optional(),
    search: SearchText.optional(),
    direction: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: pageOf(Appointment),
})

export const listTodaysAppointments = endpoint({
  name: 'listTodaysAppointments',
  summary: 'What is booked for today, by queue number; today is the hospital’s',
  method: 'GET',
  path: '/appointments/today',
  permission: 'appointment.view',
  kind: 'read',
  namesPatients: true,
  reply: z.array(Appointment),
})

export const listQueue = endpoint({
  name: 'listQueue',
  summary:
    'Today’s appointments, after those of earlier days whose patients wait, are with a doctor or left the queue today',
  method: 'GET',
  path: '/appointments/queue',
  permission: 'appointment.view',
  kind: 'read',
  namesPatients: true,
  scope: { kind: 'queue' },
  reply: z.array(Appointment),
})

export const listAppointmentsOfDay = endpoint({
  name: 'listAppointmentsOfDay',
  summary: 'One day’s appointments by queue number',
  method: 'GET',
  path: '/appointments/days/{date}',
  permission: 'appointment.view',
  kind: 'read',
  namesPatients: true,
  scope: { kind: 'appointments-of-day', key: 'date' },
  params: z.strictObject({ date: requiredDay('Date is required') }),
  reply: z.array(Appointment),
})

export const listPatientAppointments = endpoint({
  name: 'listPatientAppointments',
  summary: 'A patient’s appointments, newest first',
  method: 'GET',
  path: '/patients/{id}/appointments',
  permission: 'appointment.view',
  kind: 'read',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  query: PageQuery,
  reply: pageOf(Appointment),
})

export const readAppointment = endpoint({
  name: 'readAppointment',
  summary: 'One appointment',
  method: 'GET',
  path: '/appointments/{id}',
  permission: 'appointment.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  reply: Appointment,
})

export const bookAppointment = endpoint({
  name: 'bookAppointment',
  summary: 'Book an appointment; its queue number for the day is given here',
  method: 'POST',
  path: '/appointments',
  permission: 'appointment.book',
  kind: 'create',
  namesPatients: true,
  body: AppointmentBooking,
  reply: Appointment,
  errors: bookingErrors,
})

export const changeAppointment = endpoint({
  name: 'changeAppointment',
  summary: 'Reschedule an appointment, or move it to its next status',
  method: 'PUT',
  path: '/appointments/{id}',
  permission: 'appointment.view',
  cases: changeCases,
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: AppointmentChange,
  reply: Appointment,
  errors: [...bookingErrors, 'transition_refused', 'appointment_closed'],
})

export const cancelAppointment = endpoint({
  name: 'cancelAppointment',
  summary: 'Cancel an appointment (reason: other); it stays in the history',
  method: 'DELETE',
  path: '/appointments/{id}',
  permission: 'appointment.cancel',
  kind: 'change',
  namesPatients: true,
  params: byId,
  reply: Appointment,
  errors: ['transition_refused'],
})

export const undoAppointmentChange = endpoint({
  name: 'undoAppointmentChange',
  summary: 'Take back one’s own last change of status, within 30 seconds',
  method: 'POST',
  path: '/appointments/{id}/undo',
  permission: 'appointment.view',
  kind: 'change',
  namesPatients: true,
  params: byId,
  reply: Appointment,
  errors: ['undo_refused', ...bookingErrors],
})

export const callNext = endpoint({
  name: 'callNext',
  summary:
    'Start the next patient: the longest waiting emergency, else of the doctor’s own the longest waiting, else of all',
  method: 'POST',
  path: '/appointments/call-next',
  permission: 'appointment.treat',
  kind: 'change',
  namesPatients: true,
  reply: Appointment,
  errors: ['nobody_waiting'],
})

export const auditWords = {
  listAppointments: 'appointments',
  listTodaysAppointments: 'appointments of today',
  listQueue: 'queue',
  listAppointmentsOfDay: 'appointments of a day',
  listPatientAppointments: 'appointments',
  readAppointment: 'appointment',
  bookAppointment: 'booked an appointment',
  changeAppointment: 'changed an appointment',
  cancelAppointment: 'cancelled an appointment',
  undoAppointmentChange: 'undid a change to an appointment',
  callNext: 'called the patient',
}

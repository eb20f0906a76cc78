import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Day, Id, Moment, optionalText, requiredDay, requiredTime, severalOf } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { unlessRestricted, versionUnlessRestricted } from '../api/only-for.ts'
import { PageQuery, pageOf } from '../api/page.ts'
import { optionalReference, reference } from '../api/references.ts'
import { daysBetween } from '../days.ts'
import { PatientIdentity } from '../people/patients.ts'
import { Appointment } from './appointments.ts'

/** Patients who wait for a place, and the places that are held for them while they are asked (record 109). */

export const screens = ['/wait-list'] as const

export const errors = {
  already_waiting: 409,
  place_taken: 409,
  offered_already: 409,
  offer_over: 409,
  wait_ended: 409,
} as const

/** OFFERED is waiting with a place that is held now. */
export const waitStates = ['WAITING', 'OFFERED', 'BOOKED', 'WITHDRAWN'] as const
export type WaitState = (typeof waitStates)[number]
export const waitStateNames: Record<WaitState, string> = {
  WAITING: 'Waiting',
  OFFERED: 'Offered',
  BOOKED: 'Booked',
  WITHDRAWN: 'Withdrawn',
}
/** The states of an entry that is not over. */
export const openWaitStates = ['WAITING', 'OFFERED'] as const

export const waitPriorities = [1, 2, 3] as const
export type WaitPriority = (typeof waitPriorities)[number]
export const waitPriorityNames: Record<WaitPriority, string> = { 1: 'Urgent', 2: 'Soon', 3: 'Routine' }

/** The database has the same rules. */
export const longestWaitNote = 200
export const longestWait = 400

/** For how many minutes a place can be held while the patient is asked. */
export const holdMinutes = [10, 30, 60, 120, 240] as const
export const usualHold = 30

export const PlaceOffer = z.object({
  id: z.string(),
  doctorId: z.string(),
  doctor: z.string(),
  date: z.string(),
  time: z.string(),
  until: Moment,
  offeredBy: z.string(),
})
export type PlaceOffer = z.infer<typeof PlaceOffer>

export const WaitEntry = z.object({
  id: z.string(),
  patientId: z.string(),
  patient: PatientIdentity,
  /** Null for any clinic, or for any doctor of the clinic. */
  clinicId: z.string().nullable(),
  clinic: z.string().nullable(),
  doctorId: z.string().nullable(),
  doctor: z.string().nullable(),
  /** The doctor’s account is not active, or the clinic was closed: no place comes until the entry is changed. */
  unbookable: z.enum(['doctor', 'clinic']).nullable(),
  firstDay: z.string(),
  lastDay: z.string(),
  /** hh:mm; null for any time. */
  fromTime: z.string().nullable(),
  toTime: z.string().nullable(),
  priority: z.literal(waitPriorities),
  /** The later appointment that a place would bring forward, while it can still be moved. */
  appointmentId: z.string().nullable(),
  appointmentDate: z.string().nullable(),
  appointmentTime: z.string().nullable(),
  note: unlessRestricted(z.string()),
  state: z.enum(waitStates),
  offer: PlaceOffer.nullable(),
  /** The appointment that it became. */
  bookedAs: z.string().nullable(),
  madeBy: z.string(),
  createdAt: Moment,
  /** Null while it is open; without a name, the patient’s record ended it. */
  endedBy: z.string().nullable(),
  endedAt: Moment.nullable(),
  version: versionUnlessRestricted,
})
export type WaitEntry = z.infer<typeof WaitEntry>

export const scopes = {
  'wait-list': { summary: 'The wait list, and the places that are held', permission: 'appointment.view' },
} as const satisfies Record<string, ScopeKind>

const time = requiredTime('Enter a time')
  .nullish()
  .transform((typed) => typed ?? null)

const fields = {
  clinicId: optionalReference('clinic'),
  doctorId: optionalReference('doctor'),
  firstDay: requiredDay('First day is required'),
  lastDay: requiredDay('Last day is required'),
  fromTime: time,
  toTime: time,
  priority: z.literal(waitPriorities, { error: 'Priority is required' }).default(3),
  appointmentId: optionalReference('laterAppointment'),
  note: optionalText(longestWaitNote),
}

function refineWait(
  {
    clinicId,
    doctorId,
    firstDay,
    lastDay,
    fromTime,
    toTime,
  }: Pick<WaitEntry, 'clinicId' | 'doctorId' | 'firstDay' | 'lastDay' | 'fromTime' | 'toTime'>,
  { addIssue }: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
) {
  const say = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
  if (clinicId === null && doctorId === null) say('clinicId', 'Choose a clinic or a doctor')
  if (lastDay < firstDay) say('lastDay', 'This can’t be before the first day')
  else if (daysBetween(firstDay, lastDay) > longestWait) say('lastDay', `At most ${longestWait} days`)
  if (fromTime !== null && toTime !== null && toTime <= fromTime)
    say('toTime', 'This must be after the earliest time')
}

export const WaitForm = z
  .strictObject({ patientId: reference('patient', 'Patient is required'), ...fields })
  .superRefine(refineWait)
export type WaitForm = z.output<typeof WaitForm>

/** Everything but the patient, from the version that was read. */
export const WaitChange = z
  .strictObject({ ...fields, version: z.number().int().min(0) })
  .superRefine(refineWait)
export type WaitChange = z.output<typeof WaitChange>

export const listWaitEntries = endpoint({
  name: 'listWaitEntries',
  summary:
    'Patients who wait, by priority and then the longest wait; of entries that are over, the newest first',
  method: 'GET',
  path: '/wait-list',
  permission: 'appointment.view',
  kind: 'read',
  namesPatients: true,
  query: PageQuery.extend({
    /** Without it, those that are open. */
    state: severalOf(waitStates).optional(),
    priority: z.coerce.number().int().min(1).max(3).optional(),
    clinicId: Id.optional(),
    doctorId: Id.optional(),
  }),
  reply: pageOf(WaitEntry),
})

const place = {
  doctorId: reference('doctor', 'Doctor is required'),
  date: requiredDay('Date is required'),
  time: requiredTime('Time is required'),
}

export const listWaitingFor = endpoint({
  name: 'listWaitingFor',
  summary: 'Whether a place is free, and who waits for it, in the order in which it is offered (50 at most)',
  method: 'GET',
  path: '/wait-list/matching',
  permission: 'appointment.view',
  kind: 'read',
  namesPatients: true,
  query: z.strictObject({ doctorId: Id, date: Day, time: requiredTime('Time is required') }),
  reply: z.object({
    free: z.number().int(),
    doctor: z.string().nullable(),
    clinic: z.string().nullable(),
    /** Includes patients who have an offer for this time. */
    entries: z.array(WaitEntry),
  }),
})
export type WaitingFor = z.infer<(typeof listWaitingFor)['reply']>

export const addWaitEntry = endpoint({
  name: 'addWaitEntry',
  summary: 'Put a patient on the wait list',
  method: 'POST',
  path: '/wait-list',
  permission: 'appointment.book',
  kind: 'create',
  namesPatients: true,
  body: WaitForm,
  reply: WaitEntry,
  errors: ['already_waiting'],
})

export const changeWaitEntry = endpoint({
  name: 'changeWaitEntry',
  summary: 'Change what a patient waits for',
  method: 'PUT',
  path: '/wait-list/{id}',
  permission: 'appointment.book',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: WaitChange,
  reply: WaitEntry,
  errors: ['already_waiting', 'wait_ended'],
})

export const withdrawWaitEntry = endpoint({
  name: 'withdrawWaitEntry',
  summary: 'Take a patient off the wait list; a place that is held for the patient is free again',
  method: 'DELETE',
  path: '/wait-list/{id}',
  permission: 'appointment.book',
  kind: 'change',
  namesPatients: true,
  params: byId,
  reply: WaitEntry,
  errors: ['wait_ended'],
})

export const offerPlace = endpoint({
  name: 'offerPlace',
  summary: 'Hold a free place for a patient who waits, for some minutes',
  method: 'POST',
  path: '/wait-list/{id}/offers',
  permission: 'appointment.book',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: z.strictObject({ ...place, minutes: z.literal(holdMinutes).default(usualHold) }),
  reply: WaitEntry,
  errors: ['place_taken', 'offered_already', 'wait_ended', 'outside_hours', 'doctor_away', 'time_has_passed'],
})

export const takeOffer = endpoint({
  name: 'takeOffer',
  summary: 'Book the place that is held; the appointment that it brings forward is moved to it',
  method: 'POST',
  path: '/wait-list/offers/{id}/take',
  permission: 'appointment.book',
  kind: 'change',
  namesPatients: true,
  params: byId,
  reply: Appointment,
  errors: [
    'offer_over',
    'doctor_slot_taken',
    'patient_already_booked',
    'outside_hours',
    'doctor_away',
    'session_full',
  ],
})

export const declineOffer = endpoint({
  name: 'declineOffer',
  summary: 'The patient does not want the place; it is free again, and the patient goes on waiting',
  method: 'POST',
  path: '/wait-list/offers/{id}/decline',
  permission: 'appointment.book',
  kind: 'change',
  namesPatients: true,
  params: byId,
  reply: WaitEntry,
  errors: ['offer_over'],
})

export const auditWords = {
  listWaitEntries: 'wait list',
  listWaitingFor: 'patients who wait for a place',
  addWaitEntry: 'put the patient on the wait list',
  changeWaitEntry: 'changed what the patient waits for',
  withdrawWaitEntry: 'took the patient off the wait list',
  offerPlace: 'offered the patient a place',
  takeOffer: 'booked an offered place',
  declineOffer: 'recorded that the patient declined a place',
}

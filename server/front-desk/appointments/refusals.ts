import type { Transaction } from 'kysely'
import type { Appointment, AppointmentStatus } from '../../../contract/front-desk/appointments.ts'
import type { Gender } from '../../../contract/people/patients.ts'
import { spokenDay, spokenTime } from '../../../contract/spoken.ts'
import type { DB } from '../../ground/db/types.ts'
import { invalidField, Refusal, violatedConstraint } from '../../ground/http/errors.ts'
import { type WallClock, wallClock } from '../../ground/http/hospital.ts'
import { patientRecord } from '../../people/patients/public.ts'
import { bedOfPatient } from './queries.ts'

/** Says why an appointment can't go on as asked: who moved it meanwhile, and when. */

const statusWords: Record<AppointmentStatus, string> = {
  SCHEDULED: 'scheduled',
  IN_QUEUE: 'in the queue',
  IN_PROGRESS: 'in progress',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
}

const notDone: Record<AppointmentStatus, string> = {
  SCHEDULED: 'Not scheduled',
  IN_QUEUE: 'Not added to the queue',
  IN_PROGRESS: 'Not started',
  COMPLETED: 'Not completed',
  CANCELLED: 'Not cancelled',
}

const objectWords: Record<Gender, string> = { FEMALE: 'her', MALE: 'him', OTHER: 'them' }

export async function transitionRefusal(
  trx: Transaction<DB>,
  current: Appointment,
  asked: AppointmentStatus,
  staff: { id: string },
): Promise<Refusal> {
  const { status } = current
  const what = status === asked ? `Already ${statusWords[status]}` : notDone[asked]
  return new Refusal('transition_refused', `${what}: ${await whatHappened(trx, current, staff)}.`)
}

/** Says why a patient who missed a call can't be put back. */
export async function missedCallRefusal(
  trx: Transaction<DB>,
  current: Appointment,
  staff: { id: string },
): Promise<Refusal> {
  const { status, missedCalls } = current
  const what =
    status === 'IN_QUEUE' && missedCalls > 0
      ? 'Already back in the queue'
      : status === 'IN_PROGRESS'
        ? 'Not put back: this was an earlier call'
        : 'Not put back'
  return new Refusal('transition_refused', `${what}: ${await whatHappened(trx, current, staff)}.`)
}

/** Refuses to bring an admitted patient into the queue. */
export async function refuseAdmitted(
  trx: Transaction<DB>,
  { patientId, patient: { firstName, lastName } }: Appointment,
  code: 'transition_refused' | 'undo_refused',
): Promise<void> {
  const bed = await bedOfPatient(trx, patientId)
  if (bed === undefined) return
  const what = code === 'undo_refused' ? 'Not undone' : notDone.IN_QUEUE
  throw new Refusal(
    code,
    `${what}: ${firstName} ${lastName} is admitted to ${bed}. See the patient on the ward, or discharge them first.`,
  )
}

/** 'Grace Okafor added her at 8:09 PM' */
async function whatHappened(
  trx: Transaction<DB>,
  {
    status,
    statusBy,
    statusByName,
    statusAt,
    patient,
    missedCalls,
    returnedAt,
    cancelReason,
    admittedTo,
  }: Appointment,
  staff: { id: string },
): Promise<string> {
  if (status === 'SCHEDULED') return 'the patient has not been added to the queue'
  const them = objectWords[patient.gender]
  const ended = admittedTo && `admitted ${them} to ${admittedTo}`
  const did = {
    IN_QUEUE: returnedAt === statusAt ? `put ${them} back into the queue` : `added ${them}`,
    IN_PROGRESS: missedCalls > 0 ? `called ${them} again` : 'started the consultation',
    COMPLETED: ended ?? 'completed the consultation',
    CANCELLED:
      ended ??
      (cancelReason === 'DID_NOT_ATTEND'
        ? `recorded that the patient did not attend`
        : 'cancelled the appointment'),
  }[status]
  const who = statusBy === staff.id ? 'you' : (statusByName ?? 'someone')
  const [then, now] = [await wallClock(trx, statusAt), await wallClock(trx)]
  const on = then.day === now.day ? '' : `on ${spokenDay(then.day)} `
  return `${who} ${did} ${on}at ${spokenTime(then.time, then.style)}`
}

/** The sentence for a booking that the database refused, with its field. */
export function bookingRefusal(
  error: unknown,
  asked: { date: string; time: string },
  clock: Pick<WallClock, 'style'>,
): unknown {
  return refusalOf(violatedConstraint(error), asked, clock) ?? error
}

/** The sentence for a booking that a constraint refuses, with its field. */
export function refusalOf(
  constraint: string | undefined,
  asked: { date: string; time: string },
  { style }: Pick<WallClock, 'style'>,
): Refusal | undefined {
  const at = `${spokenDay(asked.date)} at ${spokenTime(asked.time, style)}`
  switch (constraint) {
    case 'appointment_one_per_seat':
    case 'appointment_one_per_doctor_slot': {
      const taken = `The doctor already has an appointment on ${at}. Choose another time.`
      return new Refusal('doctor_slot_taken', taken, { errors: [{ path: 'time', message: taken }] })
    }
    case 'appointment_one_per_patient_doctor_day': {
      const twice = `The patient already has an appointment with this doctor on ${spokenDay(asked.date)}.`
      return new Refusal('patient_already_booked', twice, { errors: [{ path: 'doctorId', message: twice }] })
    }
    case 'appointment_in_hours':
      return unplaced(
        'outside_hours',
        `The doctor sees no patients on ${at}. Choose a free time, or say why it has to be then.`,
      )
    case 'appointment_while_doctor_is_in':
      return unplaced(
        'doctor_away',
        `The doctor is away on ${at}. Choose another time, or say why it has to be then.`,
      )
    case 'appointment_while_free':
      return unplaced(
        'session_full',
        `All places on ${at} are taken. Choose another time, or say why it has to be then.`,
      )
    case 'appointment_walk_ins':
      return unplaced(
        'session_full',
        'The session takes no more patients without an appointment. Book a free time, or say why.',
      )
    case 'appointment_at_a_time_that_is':
      return invalidField(
        'time',
        `There is no ${spokenTime(asked.time, style)} on ${spokenDay(asked.date)}: the clocks go forward. Choose another time.`,
      )
    case 'appointment_open_needs_current_patient':
      return invalidField('patientId', 'This patient’s record has been removed, or the patient has died.')
    case 'appointment_needs_active_doctor':
      return invalidField('doctorId', 'This doctor can’t be booked. Choose another.')
    case 'appointment_patient_id_fkey':
      return invalidField('patientId', patientRecord.gone)
    default:
      return undefined
  }
}

/** The form asks for a reason beside the time. */
function unplaced(code: 'outside_hours' | 'doctor_away' | 'session_full', sentence: string): Refusal {
  return new Refusal(code, sentence, { errors: [{ path: 'time', message: sentence }] })
}

import type { Transaction } from 'kysely'
import type { Appointment, AppointmentStatus } from '../../contract/appointments.ts'
import type { Gender } from '../../contract/patients.ts'
import { spokenDay, spokenTime } from '../../contract/spoken.ts'
import type { DB } from '../db/types.ts'
import { Refusal } from '../http/errors.ts'
import { wallClock } from '../http/hospital.ts'

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

/** 'Grace Okafor added her at 8:09 PM' */
async function whatHappened(
  trx: Transaction<DB>,
  { status, statusBy, statusByName, statusAt, patient }: Appointment,
  staff: { id: string },
): Promise<string> {
  if (status === 'SCHEDULED') return 'the patient has not been added to the queue'
  const did = {
    IN_QUEUE: `added ${objectWords[patient.gender]}`,
    IN_PROGRESS: 'started the consultation',
    COMPLETED: 'completed the consultation',
    CANCELLED: 'cancelled the appointment',
  }[status]
  const who = statusBy === staff.id ? 'you' : (statusByName ?? 'someone')
  const [then, now] = [await wallClock(trx, statusAt), await wallClock(trx)]
  const on = then.day === now.day ? '' : `on ${spokenDay(then.day)} `
  return `${who} ${did} ${on}at ${spokenTime(then.time, then.style)}`
}

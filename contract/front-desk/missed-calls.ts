import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId } from '../api/fields.ts'
import { Appointment, type AppointmentStatus } from './appointments.ts'

/** Patients who don't come when they are called (record 65). */

/** From this call on, 'Did not attend' can end the visit. */
export const lastCall = 3

/** How often a patient has been called, including a call in progress. */
export function callsOf({ status, missedCalls }: Pick<Appointment, 'status' | 'missedCalls'>): number {
  return missedCalls + (status === 'IN_PROGRESS' ? 1 : 0)
}

/** 'Called 2 times' if the patient missed at least one call, otherwise undefined. */
export function calledWords(appointment: Pick<Appointment, 'status' | 'missedCalls'>): string | undefined {
  if (appointment.missedCalls === 0) return undefined
  const calls = callsOf(appointment)
  return `Called ${calls === 1 ? 'once' : `${calls} times`}`
}

/** The transitions that a missed call can make. The database enforces them, and for which call each is allowed. */
export const missedCallTransitions = [
  { from: 'IN_PROGRESS', to: 'IN_QUEUE', permission: 'appointment.notHere' },
  { from: 'IN_PROGRESS', to: 'CANCELLED', permission: 'appointment.notHere' },
] as const satisfies readonly { from: AppointmentStatus; to: AppointmentStatus; permission: string }[]

export const noteMissedCall = endpoint({
  name: 'noteMissedCall',
  summary:
    'The patient who was called is not here: back into the queue behind the next two; with `didNotAttend`, from the third call on, the visit ends',
  method: 'POST',
  path: '/appointments/{id}/not-here',
  permission: 'appointment.notHere',
  kind: 'change',
  namesPatients: true,
  params: byId,
  body: z.strictObject({
    /** The number of the call, counted from 1. A request about an earlier call is refused. */
    call: z.number().int().min(1).max(1000),
    didNotAttend: z.boolean().optional(),
  }),
  reply: Appointment,
  errors: ['transition_refused'],
})

export const auditWords = {
  noteMissedCall: 'noted that the patient was not here',
}

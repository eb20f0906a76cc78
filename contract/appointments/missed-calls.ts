import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId } from '../api/fields.ts'
import { Appointment, type AppointmentStatus } from '../appointments.ts'

/** A patient who is called and does not come (record 65). */

/** From this call on, a visit can end because the patient did not come. */
export const lastCall = 3

/** How often a patient has been called: the call that goes on is one of them. */
export function callsOf({ status, missedCalls }: Pick<Appointment, 'status' | 'missedCalls'>): number {
  return missedCalls + (status === 'IN_PROGRESS' ? 1 : 0)
}

/** 'Called 2 times', of a patient who did not come at least once; undefined of all others. */
export function calledWords(appointment: Pick<Appointment, 'status' | 'missedCalls'>): string | undefined {
  if (appointment.missedCalls === 0) return undefined
  const calls = callsOf(appointment)
  return `Called ${calls === 1 ? 'once' : `${calls} times`}`
}

/** What a call that was not answered leads to. The database keeps both, and to which call they apply. */
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
    /** Which call it was, counted from 1: what is said of an earlier one is refused. */
    call: z.number().int().min(1).max(1000),
    didNotAttend: z.boolean().optional(),
  }),
  reply: Appointment,
  errors: ['transition_refused'],
})

import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Moment } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { Appointment } from './appointments.ts'
import { messageChannels } from './message-channels.ts'

/** Messages to patients about their appointments (record 108). */

export const screens = ['/messages'] as const

export const messageKinds = ['REMINDER', 'MOVED', 'CANCELLED'] as const
export type MessageKind = (typeof messageKinds)[number]

/** Why a message was not taken: the address was refused, or the service can't be reached. */
export const messageFailures = ['REFUSED', 'UNAVAILABLE'] as const

/** A message that could not be sent; the desk phones the patient instead. */
export const FailedMessage = z.object({
  id: z.string(),
  kind: z.enum(messageKinds),
  channel: z.enum(messageChannels),
  failure: z.enum(messageFailures),
  failedAt: Moment,
  appointment: Appointment,
})
export type FailedMessage = z.infer<typeof FailedMessage>

export const scopes = {
  messages: { summary: 'Messages that failed', permission: 'appointment.reschedule' },
} as const satisfies Record<string, ScopeKind>

/** The most that are listed at once; more follow once these are done. */
export const mostMessages = 100

export const listFailedMessages = endpoint({
  name: 'listFailedMessages',
  summary: `Messages that failed, one an appointment, the next appointment first (${mostMessages} at most)`,
  method: 'GET',
  path: '/messages/failed',
  permission: 'appointment.reschedule',
  kind: 'read',
  namesPatients: true,
  reply: z.array(FailedMessage),
})

export const countMessages = endpoint({
  name: 'countMessages',
  summary: 'How many appointments have a message that failed, and how many patients can’t be reminded',
  method: 'GET',
  path: '/messages/counts',
  permission: 'appointment.reschedule',
  kind: 'read',
  reply: z.object({
    failed: z.number().int(),
    /** Appointments due for a reminder whose patients have no address. */
    withoutAddress: z.number().int(),
  }),
})

export const notePhoned = endpoint({
  name: 'notePhoned',
  summary: 'The patient was phoned instead: the appointment’s failed messages are not sent any more',
  method: 'POST',
  path: '/messages/{id}/phoned',
  permission: 'appointment.reschedule',
  kind: 'change',
  namesPatients: true,
  params: byId,
  reply: z.object({ id: z.string() }),
})

export const auditWords = {
  listFailedMessages: 'messages to patients that were not sent',
  notePhoned: 'phoned a patient whose message was not sent',
}

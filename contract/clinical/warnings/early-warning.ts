import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { byId, Moment } from '../../api/fields.ts'
import type { ScopeKind } from '../../api/live.ts'
import { news2Bands } from './bands.ts'

/**
 * The last NEWS2 of each patient who is in a bed, in the queue or with a doctor, and whether a doctor has acknowledged
 * a high one (record 66). Scores have a list of their own, so that users who may not see clinical entries don't get
 * them with a bed or an appointment.
 */

export const errors = {
  score_acknowledged: 409,
  score_superseded: 409,
} as const

export const EarlyWarning = z.object({
  /** The patient's id; each patient has at most one score. */
  id: z.string(),
  /** The set of vital signs behind the score: the latest full one. */
  vitalSignsId: z.string(),
  score: z.number().int(),
  band: z.enum(news2Bands),
  takenAt: Moment,
  /** Whether a doctor has acknowledged a high score. Null for any other score. */
  alert: z
    .object({
      acknowledged: z.object({ at: Moment, by: z.string(), byId: z.string() }).nullable(),
    })
    .nullable(),
})
export type EarlyWarning = z.infer<typeof EarlyWarning>

export const scopes = {
  'early-warnings': {
    summary: 'The last NEWS2 of each patient who is in a bed, in the queue or with a doctor',
    permission: 'clinical.view',
    record: EarlyWarning,
  },
} as const satisfies Record<string, ScopeKind>

/** Minutes after which every signed-in doctor is notified of an unacknowledged high score. */
export const toldAgainAfter = 15

export const listEarlyWarnings = endpoint({
  name: 'listEarlyWarnings',
  summary: 'The last NEWS2 of each patient who is in a bed, in the queue or with a doctor',
  method: 'GET',
  path: '/early-warnings',
  permission: 'clinical.view',
  kind: 'read',
  namesPatients: true,
  scope: { kind: 'early-warnings' },
  reply: z.array(EarlyWarning),
})

export const readEarlyWarning = endpoint({
  name: 'readEarlyWarning',
  summary: 'The last NEWS2 of a patient in the hospital, and the SpO₂ scale',
  method: 'GET',
  path: '/patients/{id}/early-warning',
  permission: 'clinical.view',
  kind: 'read',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  reply: z.object({
    warning: EarlyWarning.nullable(),
    /** Whether the last set of vital signs was scored on SpO₂ scale 2. */
    usesScale2: z.boolean(),
  }),
})

export const acknowledgeScore = endpoint({
  name: 'acknowledgeScore',
  summary: 'Acknowledge the high NEWS2 of a set of vital signs: it is told to no one any more',
  method: 'POST',
  path: '/vitals/{id}/acknowledge',
  permission: 'clinical.respond',
  kind: 'change',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  reply: EarlyWarning,
  errors: ['score_acknowledged', 'score_superseded'],
})

export const takeBackAcknowledgement = endpoint({
  name: 'takeBackAcknowledgement',
  summary: 'Take back one’s own acknowledgement of a high NEWS2: it is told again',
  method: 'POST',
  path: '/vitals/{id}/acknowledge/undo',
  permission: 'clinical.respond',
  kind: 'change',
  namesPatients: true,
  whenRestricted: 'open',
  params: byId,
  reply: EarlyWarning,
  errors: ['undo_refused', 'score_superseded'],
})

export const auditWords = {
  listEarlyWarnings: 'last NEWS2 scores',
  readEarlyWarning: 'last NEWS2 score',
  acknowledgeScore: 'acknowledged a high NEWS2',
  takeBackAcknowledgement: 'undid an acknowledgement',
}

import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { Moment } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'

/** Hours after which administrators hear that there is no newer backup: a day, and two hours to make it. */
export const backupOverdueHours = 26

/** Backups that Lantern makes by itself, and how the last one went. */
export const Backups = z.object({
  /** The backup plan that a running server was started with; null if none has one. */
  plan: z
    .object({
      directory: z.string(),
      /** When the next night's backup begins. */
      nextAt: Moment,
      /** How many are kept. */
      keeps: z.number().int(),
      isEncrypted: z.boolean(),
    })
    .nullable(),
  /** The backup that is being made now. */
  running: z
    .object({ stage: z.enum(['waiting', 'writing', 'checking']), percent: z.number().int() })
    .nullable(),
  /** The last one that is whole and was read again to its end. */
  last: z.object({ at: Moment, file: z.string(), bytes: z.number().int() }).nullable(),
  /** Why there is no newer one, where one was tried since. */
  failure: z.object({ at: Moment, says: z.string() }).nullable(),
  /** From when on there should be a newer whole one; null where none is made. */
  overdueFrom: Moment.nullable(),
})
export type Backups = z.infer<typeof Backups>

export const errors = { backups_off: 409 } as const

export const scopes = {
  backups: { summary: 'How the backups are doing', permission: 'staff.manage' },
} as const satisfies Record<string, ScopeKind>

export const readBackups = endpoint({
  name: 'readBackups',
  summary: 'When the last backup was made, where it is, and when the next one is due',
  method: 'GET',
  path: '/backups',
  permission: 'staff.manage',
  kind: 'read',
  reply: Backups,
})

export const startBackup = endpoint({
  name: 'startBackup',
  summary: 'Make a backup now; where one is under way, that one is it',
  method: 'POST',
  path: '/backups',
  permission: 'staff.manage',
  kind: 'change',
  body: z.strictObject({ when: z.literal('now') }),
  reply: Backups,
  errors: ['backups_off'],
})

export const auditWords = {
  startBackup: 'asked for a backup',
}

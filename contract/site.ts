import { z } from 'zod'
import { endpoint } from './api/endpoint.ts'
import { editOf, Moment } from './api/fields.ts'
import type { ScopeKind } from './api/live.ts'

/**
 * What all staff may know of the hospital. `timeZone` is an IANA name, for showing moments; when a day begins is told, so
 * that two tables of time zones can't disagree about it.
 */
export const Site = z.object({
  hospitalName: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  /** The hospital's day, yyyy-mm-dd, and the moments between which it is today. */
  today: z.object({ day: z.string(), from: Moment, until: Moment }),
  /** No account exists yet: the one that signs up next is the administrator. */
  awaitsFirstAccount: z.boolean(),
})
export type Site = z.infer<typeof Site>

export const readSite = endpoint({
  name: 'readSite',
  summary: 'The hospital’s name, time zone, currency and day',
  method: 'GET',
  path: '/site',
  permission: 'public',
  kind: 'read',
  reply: Site,
})

/** What an administrator decides for the whole hospital. */
export const Settings = z.object({
  /** A bed whose patient leaves goes to maintenance until it is cleaned, instead of being available at once. */
  cleansAfterDischarge: z.boolean(),
  /** Whole months of the audit trail that are kept; null keeps it for ever. */
  auditRetentionMonths: z.number().int().nullable(),
  version: z.number().int(),
})
export type Settings = z.infer<typeof Settings>

export const scopes = {
  site: { summary: 'What all staff may know of the hospital', permission: 'dashboard.view' },
  settings: { summary: 'The hospital’s settings', permission: 'staff.manage' },
} as const satisfies Record<string, ScopeKind>

export const readSettings = endpoint({
  name: 'readSettings',
  summary: 'The hospital’s settings; the ETag is what an edit sends back as If-Match',
  method: 'GET',
  path: '/settings',
  permission: 'staff.manage',
  kind: 'read',
  reply: Settings,
})

export const editSettings = endpoint({
  name: 'editSettings',
  summary: 'Change the hospital’s settings',
  method: 'PUT',
  path: '/settings',
  permission: 'staff.manage',
  kind: 'edit',
  body: editOf(
    z.strictObject({
      cleansAfterDischarge: z.boolean(),
      auditRetentionMonths: z
        .number({ error: 'Must be a number of months, or empty to keep it for ever' })
        .int('Must be whole months')
        .min(24, 'At least 24 months')
        .max(240, 'At most 240 months')
        .nullable(),
    }),
  ),
  reply: Settings,
})

import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { Day, Id, Moment, text } from '../api/fields.ts'
import { PageQuery, pageOf } from '../api/page.ts'
import { Patient } from '../people/patients.ts'

export const screens = ['/audit'] as const

/** The action of an entry for a screen that received live changes. */
export const followAction = 'followLive'

/**
 * How the entry's patients were involved: their record was opened, listed among others, received live by a screen,
 * exported (everybody the filter matched), or refused (nothing was shown). 'other' concerns no patient.
 */
export const auditKinds = [
  'opened',
  'listed',
  'received',
  'changed',
  'printed',
  'exported',
  'refused',
  'other',
] as const
export type AuditKind = (typeof auditKinds)[number]

export const AuditRecord = z.object({
  id: z.string(),
  kind: z.enum(auditKinds),
  at: Moment,
  /** When a screen's live connection ended; null while it is open. */
  until: Moment.nullable(),
  /** Nobody, where nobody was signed in, or Lantern did it by itself. */
  staff: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** The endpoint's name, or `signIn`, `signUp`, `signOut`, `followLive`, `dropAuditMonths`, `restoreBackup`, `takeBackup`. */
  action: z.string(),
  /** The scope that the screen followed live. */
  scope: z.string().nullable(),
  /** The record that it was about. */
  subjectId: z.string().nullable(),
  /** The first few of the patients that it shows or changes. */
  patients: z.array(Patient.pick({ id: true, mrn: true, firstName: true, lastName: true })),
  patientCount: z.number().int(),
  changes: z.record(z.string(), z.unknown()).nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** 'done', or the code of the refusal. */
  outcome: z.string(),
  /** The names of the people, beds, items and so on that the entry and its changes refer to, by id. */
  names: z.record(z.string(), z.string()),
})
export type AuditRecord = z.infer<typeof AuditRecord>

/** Days are the hospital's, the last one included. */
export const AuditFilter = z.strictObject({
  patientId: Id.optional(),
  staffId: Id.optional(),
  /** The account that was changed, by anybody, or that a sign-in failed for. */
  accountId: Id.optional(),
  action: text(100).optional(),
  kind: z.enum(auditKinds).optional(),
  from: Day.optional(),
  to: Day.optional(),
})
export type AuditFilter = z.output<typeof AuditFilter>

export const listAudit = endpoint({
  name: 'listAudit',
  summary:
    'Who did what to whose data, newest first. Of a patient or a person, also which screens were told live: of a patient, those that were sent their data, and which lists were exported that can hold them',
  method: 'GET',
  path: '/audit',
  permission: 'audit.view',
  kind: 'read',
  namesPatients: true,
  // By cursor alone: page 1,000 of millions would have to be counted out.
  query: AuditFilter.extend(PageQuery.omit({ page: true }).shape),
  reply: pageOf(AuditRecord),
})

export const countNewAudit = endpoint({
  name: 'countNewAudit',
  summary:
    'How many entries were added since one was the newest, as far as they match the filter, and which is the newest now. What the caller read meanwhile is not among them',
  method: 'GET',
  path: '/audit/new',
  permission: 'audit.view',
  kind: 'read',
  query: AuditFilter.extend({
    since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  reply: z.object({ newest: z.number().int(), count: z.number().int(), countIsAtLeast: z.boolean() }),
})

export const exportAudit = endpoint({
  name: 'exportAudit',
  summary: 'The entries that match the filter as CSV, newest first',
  method: 'GET',
  path: '/audit/export',
  permission: 'audit.view',
  kind: 'read',
  isWholeList: true,
  query: AuditFilter,
  reply: z.string(),
  download: { media: 'text/csv', filename: 'audit-log.csv' },
})

/** How the trail is sealed, as far as can be seen at a glance. */
export const AuditSeal = z.object({
  /** Ed25519, as SubjectPublicKeyInfo in base64; null where this server seals nothing. */
  publicKey: z.string().nullable(),
  last: z.object({ number: z.number().int(), at: Moment }).nullable(),
  /**
   * When the oldest entry that no seal covers yet was written; null if all are sealed, or this server seals nothing.
   */
  unsealedSince: Moment.nullable(),
  /**
   * The last 24 hours, in which every seal is checked against its signature and its predecessor, and the newest against
   * their rows.
   */
  lately: z.object({
    seals: z.number().int(),
    rows: z.number().int(),
    /** Sentences about seals and rows that don't match. */
    faults: z.array(z.string()),
    /**
     * Seals of these 24 hours that were made with another key before the hospital was restored here. Their order
     * is checked, and so are the newest rows; their signatures can't be.
     */
    beforeRestore: z.object({ seals: z.number().int(), restoredAt: Moment }).nullable(),
  }),
})
export type AuditSeal = z.infer<typeof AuditSeal>

export const readAuditSeal = endpoint({
  name: 'readAuditSeal',
  summary: 'When the audit log was last sealed, with which key, and whether the last day holds',
  method: 'GET',
  path: '/audit/seal',
  permission: 'audit.view',
  kind: 'read',
  reply: AuditSeal,
})

export const exportAuditSeals = endpoint({
  name: 'exportAuditSeals',
  summary:
    'All seals of the audit log, a line each, to be kept elsewhere: with them it is found whether any was removed',
  method: 'GET',
  path: '/audit/seals',
  permission: 'audit.view',
  kind: 'read',
  isWholeList: true,
  reply: z.string(),
  download: { media: 'text/plain', filename: 'lantern-audit-seals.txt' },
})

export const auditWords = {
  listAudit: 'who accessed the record',
  exportAudit: 'the audit log',
  exportAuditSeals: 'the seals of the audit log',
}

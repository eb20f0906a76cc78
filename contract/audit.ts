import { z } from 'zod'
import { endpoint } from './api/endpoint.ts'
import { Day, Id, Moment, text } from './api/fields.ts'
import { PageQuery, pageOf } from './api/page.ts'
import { Patient } from './patients.ts'

/** What an entry is called of which the action is that a screen was told live. */
export const followAction = 'followLive'

/**
 * What came of whoever's data an entry is about. Opened is a record, listed is who was shown among others, received is what
 * a screen was told live. An export holds whom its filter meant; what was refused showed nothing. Other is about nobody.
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
  /** Of a screen that was told live: until when, as far as it is over. */
  until: Moment.nullable(),
  /** Nobody, where nobody was signed in, or Lantern did it by itself. */
  staff: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** The endpoint's name, or `signIn`, `signUp`, `signOut`, `followLive`, `dropAuditMonths`. */
  action: z.string(),
  /** What a screen that was told live showed. */
  scope: z.string().nullable(),
  /** The record that it was about. */
  subjectId: z.string().nullable(),
  /** The first few whom it shows or changes. */
  patients: z.array(Patient.pick({ id: true, mrn: true, firstName: true, lastName: true })),
  patientCount: z.number().int(),
  changes: z.record(z.string(), z.unknown()).nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** 'done', or the code of the refusal. */
  outcome: z.string(),
})
export type AuditRecord = z.infer<typeof AuditRecord>

/** Days are the hospital's, the last one included. */
export const AuditFilter = z.strictObject({
  patientId: Id.optional(),
  staffId: Id.optional(),
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

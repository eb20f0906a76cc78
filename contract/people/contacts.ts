import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, Id, Moment, optionalLines } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { PageQuery, pageOf } from '../api/page.ts'
import { ContactForm, mostContacts, Relationship } from './contact-form.ts'

export { ContactForm, Relationship }

/** The contacts of a patient: next of kin, guardians, and who is called in an emergency (record 96). */

export const errors = {
  contact_listed: 409,
  too_many_contacts: 409,
} as const

export const Contact = z.object({
  id: z.string(),
  patientId: z.string(),
  name: z.string(),
  relationship: Relationship,
  relationshipDetail: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  isEmergency: z.boolean(),
  isGuardian: z.boolean(),
  otherPatientId: z.string().nullable(),
  otherPatientMrn: z.string().nullable(),
  version: z.number().int(),
  updatedAt: Moment,
  /** Null for a contact that counts. */
  ended: z.object({ at: Moment, by: z.string(), reason: z.string().nullable() }).nullable(),
})
export type Contact = z.infer<typeof Contact>

export const scopes = {
  'patient-contacts': { summary: 'A patient’s contacts', permission: 'patient.view', key: Id },
} as const satisfies Record<string, ScopeKind>

export const EndContactForm = z.strictObject({ reason: optionalLines(500) })

export const listContacts = endpoint({
  name: 'listContacts',
  summary: `A patient’s contacts that count, emergency contacts first, then guardians (${mostContacts} at most)`,
  method: 'GET',
  path: '/patients/{id}/contacts',
  permission: 'patient.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  reply: z.array(Contact),
})

export const listPastContacts = endpoint({
  name: 'listPastContacts',
  summary: 'A patient’s contacts that were ended, the last first',
  method: 'GET',
  path: '/patients/{id}/contacts/past',
  permission: 'patient.view',
  kind: 'read',
  namesPatients: true,
  params: byId,
  query: PageQuery,
  reply: pageOf(Contact),
})

export const addContact = endpoint({
  name: 'addContact',
  summary: 'Add a contact of a patient',
  method: 'POST',
  path: '/patients/{id}/contacts',
  permission: 'patient.edit',
  kind: 'create',
  namesPatients: true,
  params: byId,
  body: ContactForm,
  reply: Contact,
  errors: ['contact_listed', 'too_many_contacts'],
})

export const editContact = endpoint({
  name: 'editContact',
  summary: 'Change or correct a contact',
  method: 'PUT',
  path: '/contacts/{id}',
  permission: 'patient.edit',
  kind: 'edit',
  namesPatients: true,
  whenRestricted: 'reason',
  params: byId,
  body: editOf(ContactForm),
  reply: Contact,
  errors: ['contact_listed'],
})

export const endContact = endpoint({
  name: 'endContact',
  summary: 'End a contact: it no longer counts, and stays in the history',
  method: 'POST',
  path: '/contacts/{id}/end',
  permission: 'patient.edit',
  kind: 'change',
  namesPatients: true,
  whenRestricted: 'reason',
  params: byId,
  body: EndContactForm,
  reply: Contact,
})

export const auditWords = {
  listContacts: 'contacts',
  listPastContacts: 'past contacts',
  addContact: 'added a contact',
  editContact: 'edited a contact',
  endContact: 'ended a contact',
}

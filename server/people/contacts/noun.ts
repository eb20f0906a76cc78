import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { emergencyNeedsPhone, mostContacts, otherNeedsWords } from '../../../contract/people/contact-form.ts'
import {
  addContact,
  type Contact,
  editContact,
  endContact,
  listContacts,
  listPastContacts,
} from '../../../contract/people/contacts.ts'
import { Refusal } from '../../ground/http/errors.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { type EditedKind, editRecord, found, updateRow } from '../../ground/records/record.ts'
import { isOnRecord, ofCurrentPatient, patientRecord } from '../patients/public.ts'
import * as queries from './queries.ts'

const gone = 'This contact was ended, or the patient’s record was removed.'

const kind: EditedKind<Contact> = {
  called: 'this contact',
  gone,
  async read(db, id) {
    const contact = await queries.contactById(db, id)
    return contact?.ended ? undefined : contact
  },
  changedBy: [editContact],
  audited: [
    'name',
    'relationship',
    'relationshipDetail',
    'phone',
    'address',
    'isEmergency',
    'isGuardian',
    'otherPatientMrn',
  ],
}

function routes(app: FastifyInstance) {
  serve(app, listContacts, async ({ db, params, audit }) => {
    const listed = await ofCurrentPatient(db, params.id, (ids) => queries.currentContacts(db, ids))
    audit.patientIds = namedBy(params.id, listed)
    return listed
  })

  serve(app, listPastContacts, async ({ db, params, query, audit }) => {
    const page = await ofCurrentPatient(db, params.id, (ids) => queries.pastContacts(db, ids, query))
    audit.patientIds = namedBy(params.id, page.items)
    return page
  })

  serve(app, addContact, ({ create, params, body }) =>
    create(queries.newContact(params.id, body), () => new Refusal('not_found', patientRecord.gone)),
  )

  serve(app, editContact, (call) =>
    editRecord(call, kind, ({ patientId }) => {
      call.audit.patientIds = [patientId]
      return updateRow(call, 'patient_contact', queries.contactValues(call.body))
    }),
  )

  serve(app, endContact, async ({ trx, params, body, staff, audit }) => {
    const { rows } = await sql<{ patientId: string; name: string }>`
      update patient_contact contact set ended_at = now(), ended_by = ${staff.id}, ended_reason = ${body.reason},
        version = contact.version + 1, updated_at = now()
      from patient
      where contact.id = ${params.id} and contact.ended_at is null
        and patient.id = contact.patient_id and ${isOnRecord}
      returning contact.patient_id as "patientId", contact.name
    `.execute(trx)
    const { patientId, name } = found({ gone }, rows[0])
    audit.patientIds = [patientId]
    audit.changes = { ended: name, ...(body.reason && { reason: body.reason }) }
    return found({ gone }, await queries.contactById(trx, params.id))
  })
}

/** The patient, and the patients whose records are linked. */
function namedBy(patientId: string, contactsOf: readonly Contact[]): string[] {
  return [...new Set([patientId, ...contactsOf.flatMap(({ otherPatientId }) => otherPatientId ?? [])])]
}

export const contacts = {
  routes,
  constraints: {
    contact_needs_patient: { code: 'not_found', detail: patientRecord.gone },
    contact_listed_once: {
      code: 'contact_listed',
      detail: 'This contact is on the list already. Change that one instead.',
      path: 'name',
    },
    contacts_at_most_20: {
      code: 'too_many_contacts',
      detail: `A patient has ${mostContacts} contacts at most. End one that no longer counts first.`,
    },
    contact_other_in_words: { code: 'invalid_input', detail: otherNeedsWords, path: 'relationshipDetail' },
    contact_emergency_has_phone: { code: 'invalid_input', detail: emergencyNeedsPhone, path: 'phone' },
    contact_is_another: {
      code: 'invalid_input',
      detail: 'This is the patient’s own record. Choose another.',
      path: 'otherPatientId',
    },
    contact_is_patient: {
      code: 'invalid_input',
      detail: 'This patient has died, or their record was removed. Choose another, or none.',
      path: 'otherPatientId',
    },
  },
  live: {
    stale: {
      'patient-contacts': { contact: ({ told }) => told.patient ?? [] },
    },
  },
} satisfies Noun

import { type SqlBool, sql } from 'kysely'
import type { Page } from '../../../contract/api/page.ts'
import type { ContactForm } from '../../../contract/people/contact-form.ts'
import type { Contact } from '../../../contract/people/contacts.ts'
import type { Database } from '../../ground/db/connect.ts'
import { type PageRequest, readPage } from '../../ground/db/paging.ts'
import type { NewRecord } from '../../ground/http/new-record.ts'
import type { EditOf } from '../../ground/records/record.ts'
import { isOf, isOnRecord } from '../patients/public.ts'

const columns = sql`
  contact.id, contact.patient_id as "patientId", contact.name, contact.relationship,
  contact.relationship_detail as "relationshipDetail", contact.phone, contact.address,
  contact.is_emergency as "isEmergency", contact.is_guardian as "isGuardian",
  other.id as "otherPatientId", other.mrn as "otherPatientMrn", contact.version, contact.updated_at as "updatedAt",
  case when contact.ended_at is not null then jsonb_build_object('at', iso(contact.ended_at), 'by', ender.name,
    'reason', contact.ended_reason) end as ended`

/** The link to a record that was removed since is left out. */
const joins = sql`
  left join patient other on other.id = record_of(contact.other_patient_id) and other.retired_at is null
  left join staff ender on ender.id = contact.ended_by`

export async function currentContacts(db: Database, patientIds: readonly string[]): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select ${columns} from patient_contact contact ${joins}
    where ${isOf(sql`contact.patient_id`, patientIds)} and contact.ended_at is null
    order by contact.is_emergency desc, contact.is_guardian desc, contact.created_at, contact.id
  `.execute(db)
  return rows
}

export function pastContacts(
  db: Database,
  patientIds: readonly string[],
  request: PageRequest,
): Promise<Page<Contact>> {
  return readPage(db, request, {
    table: 'patient_contact',
    alias: 'contact',
    shown: columns,
    joins,
    where: sql<SqlBool>`${isOf(sql`contact.patient_id`, patientIds)} and contact.ended_at is not null`,
    order: { ended_at: 'moment', id: 'id' },
    direction: 'desc',
  })
}

/** A contact of a patient on record, also one that was ended. */
export async function contactById(db: Database, id: string): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`
    select ${columns} from patient_contact contact ${joins}
    join patient on patient.id = contact.patient_id and ${isOnRecord}
    where contact.id = ${id}
  `.execute(db)
  return rows[0]
}

export function contactValues(form: EditOf<ContactForm>) {
  return {
    name: form.name,
    relationship: form.relationship,
    relationship_detail: form.relationshipDetail,
    phone: form.phone,
    address: form.address,
    is_emergency: form.isEmergency,
    is_guardian: form.isGuardian,
    other_patient_id: form.otherPatientId,
  }
}

/** Inserts nothing for a patient who is not on record. */
export function newContact(patientId: string, form: ContactForm): NewRecord<Contact> {
  return {
    writes: sql`
      added as (
        insert into patient_contact (patient_id, name, relationship, relationship_detail, phone, address, is_emergency,
          is_guardian, other_patient_id)
        select id, ${form.name}, ${form.relationship}::contact_relationship, ${form.relationshipDetail}, ${form.phone},
          ${form.address}, ${form.isEmergency}::boolean, ${form.isGuardian}::boolean, ${form.otherPatientId}::uuid
        from patient where id = ${patientId} and retired_at is null
        returning *
      )`,
    select: sql<Contact>`select ${columns} from added contact ${joins}`,
    patient: 'patientId',
    moments: ['updatedAt'],
    changes: sql`jsonb_build_object('contact', made.name, 'relationship', made.relationship)`,
  }
}

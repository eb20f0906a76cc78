import { sql } from 'kysely'
import { text } from '../../../contract/api/fields.ts'
import { identifierProblem } from '../../../contract/people/identifier-rules.ts'
import { identifierField } from '../../../contract/people/imports/fields.ts'
import type { ImportColumn, ImportMapping } from '../../../contract/people/imports/imports.ts'
import { patients as fields } from '../../../contract/people/imports/kinds/patients.ts'
import { longestIdentifier, PatientForm } from '../../../contract/people/patients.ts'
import type { Database } from '../../ground/db/connect.ts'
import { openSystems } from '../identifier-systems/public.ts'
import { unclearAllergies } from './allergies.ts'
import type { KindRules, ReadRow } from './kind-rules.ts'
import { problemsOfMapping, suggestMapping, typedRows } from './mapped.ts'
import { patientsInUse, patientsOnRecord, repeatedPatients } from './patient-queries.ts'

/** A patient as a row of an import says it. */
export type PatientRecord = Omit<PatientForm, 'mrn'> & {
  identifiers: { systemId: string; value: string }[]
}

/** The form of a registration, in which a patient of another system may lack a phone number and an address. */
const ImportedPatient = PatientForm.omit({ mrn: true }).partial({
  contactNumber: true,
  address: true,
})
const IdentifierText = text(longestIdentifier)

async function reader(
  db: Database,
  mapping: ImportMapping,
  columns: readonly ImportColumn[],
  today: string,
): Promise<(cells: readonly string[]) => ReadRow> {
  const systems = await openSystems(db)
  const rows = typedRows(fields, mapping, columns, today)
  const ofSystem = systems.flatMap((system) => {
    const at = rows.columnOf(identifierField(system.id))
    return at === null ? [] : [{ system, at }]
  })

  return (cells) => {
    const row = rows.read(cells)
    const { typed, problems } = row
    if (typed.dateOfBirth && typed.dateOfBirth > today)
      problems.push({ column: rows.columnOf('dateOfBirth'), message: 'Date of birth can’t be in the future' })
    const unclear = typed.allergies === undefined ? null : unclearAllergies(String(typed.allergies))
    if (unclear === '') delete typed.allergies
    else if (unclear) problems.push({ column: rows.columnOf('allergies'), message: unclear })
    const parsed = ImportedPatient.safeParse(typed)
    rows.note(row, parsed.error?.issues ?? [])
    const identifiers = ofSystem.flatMap(({ system, at }) => {
      const given = IdentifierText.safeParse(cells[at] ?? '')
      const message = given.success
        ? given.data && identifierProblem(system, given.data)
        : (given.error.issues[0]?.message ?? 'This can’t be an identifier')
      if (message) problems.push({ column: at, message })
      return given.data ? [{ systemId: system.id, value: given.data }] : []
    })
    if (problems.length > 0 || !parsed.success) return { record: null, problems }
    const { contactNumber = '', address = '' } = parsed.data
    return { record: { ...parsed.data, contactNumber, address, identifiers }, problems: [] }
  }
}

/** Patients: what a registration checks, and who may be on record already. */
export const patientsKind: KindRules = {
  suggest: (db, columns) => suggestMapping(db, fields, columns),
  mappingProblems: (db, mapping, columns) => problemsOfMapping(db, fields, mapping, columns),
  reader,
  onRecord: patientsOnRecord,
  markRepeated: repeatedPatients,
  patientOf: ({ id }) => id,
  async add(db, rows, by) {
    const given = JSON.stringify(
      rows.map(({ line, id, record }) => ({ line, id, ...(record as PatientRecord) })),
    )
    await sql`
      with given as materialized (
        select * from jsonb_to_recordset(${given}::jsonb) as given(line integer, id uuid, "firstName" text,
          "lastName" text, "dateOfBirth" date, "birthPrecision" birth_precision, gender gender, "contactNumber" text, email text, address text,
          "bloodGroup" text, allergies text, "medicalHistory" text, identifiers jsonb)),
      registered as (
        insert into patient (id, first_name, last_name, date_of_birth, birth_precision, gender, contact_number, email, address,
          blood_group, medical_history)
        select id, "firstName", "lastName", "dateOfBirth", coalesce("birthPrecision", 'DAY'), gender, "contactNumber", email, address, "bloodGroup",
          "medicalHistory" from given order by line
        returning id),
      -- As the desk reports them, to be confirmed by a doctor.
      told as (
        insert into allergy (patient_id, recorded_by, substance, is_none_known, certainty)
        select registered.id, ${by.staffId}::uuid, words, is_none_known, 'REPORTED'
        from registered join given on given.id = registered.id, told_allergies(given.allergies)
        order by line, is_none_known desc, place
        on conflict do nothing)
      insert into patient_identifier (patient_id, system_id, is_exclusive, value)
      select given.id, held."systemId", false, held.value from given,
        jsonb_to_recordset(given.identifiers) held("systemId" uuid, value text)
    `.execute(db)
  },
  refusal: (constraint) =>
    constraint === 'patient_identifier_once'
      ? 'Another patient was given one of these identifiers in the meantime'
      : constraint === 'patient_identifier_of_open_system'
        ? 'An identifier system is no longer used'
        : constraint === 'patient_identifier_once_each'
          ? 'The row has one identifier twice'
          : 'The database can’t keep this row',
  async remove(db, ids) {
    const kept = await patientsInUse(db, ids)
    const going = ids.filter((id) => !kept.has(id))
    await sql`
      update patient set retired_at = now(), version = version + 1, updated_at = now()
      where id = any (${going}::uuid[]) and retired_at is null
    `.execute(db)
    return { kept }
  },
  async tellLists(db, batchId, how) {
    await sql`select pg_notify('lantern', ${`patients-${how}:${batchId}:new`})`.execute(db)
  },
}

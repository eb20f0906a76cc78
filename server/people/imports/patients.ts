import { sql } from 'kysely'
import { text } from '../../../contract/api/fields.ts'
import { identifierProblem } from '../../../contract/people/identifier-rules.ts'
import type { IdentifierSystem } from '../../../contract/people/identifier-systems.ts'
import { dateProofs, mustChooseOrder, orderOf, readDate } from '../../../contract/people/imports/dates.ts'
import {
  constantFields,
  guessFields,
  guessValue,
  identifierField,
  joinedFields,
  mappedFields,
  type PatientField,
  patientFieldNames,
  patientFields,
  requiredFields,
  systemOfField,
} from '../../../contract/people/imports/fields.ts'
import type { ImportColumn, ImportMapping } from '../../../contract/people/imports/imports.ts'
import { longestIdentifier, PatientForm } from '../../../contract/people/patients.ts'
import type { Database } from '../../ground/db/connect.ts'
import { openSystems } from '../identifier-systems/public.ts'
import type { KindRules, ReadRow, RowProblem } from './kind-rules.ts'
import { patientsInUse, patientsOnRecord, repeatedPatients } from './patient-queries.ts'

/** A patient as a row of an import says it. */
export type PatientRecord = Omit<PatientForm, 'mrn' | 'allergies'> & {
  identifiers: { systemId: string; value: string }[]
}

/** The form of a registration, in which a patient of another system may lack a phone number and an address. */
const ImportedPatient = PatientForm.omit({ mrn: true, allergies: true }).partial({
  contactNumber: true,
  address: true,
})
const IdentifierText = text(longestIdentifier)

const isOneOf = <T extends string>(list: readonly T[], value: string): value is T =>
  (list as readonly string[]).includes(value)

/** 'identifier:…' → its system's name, and fields as forms name them. */
function fieldName(field: string, systems: readonly IdentifierSystem[]): string {
  const system = systemOfField(field)
  if (system) return systems.find(({ id }) => id === system)?.name ?? 'Identifier'
  return isOneOf(patientFields, field) ? patientFieldNames[field] : field
}

async function suggest(db: Database, columns: readonly ImportColumn[]): Promise<ImportMapping> {
  const systems = await openSystems(db)
  const fields = guessFields(
    columns.map(({ header }) => header),
    systems,
  )
  return {
    columns: fields.map((field) => ({ field, dateOrder: null, values: {} })),
    constants: {},
    importsPossible: false,
  }
}

async function mappingProblems(db: Database, mapping: ImportMapping, columns: readonly ImportColumn[]) {
  const systems = await openSystems(db)
  const known = new Set<string>([...patientFields, ...systems.map(({ id }) => identifierField(id))])
  const problems: { path: string; message: string }[] = []
  const say = (path: string, message: string) => void problems.push({ path, message })
  if (mapping.columns.length !== columns.length)
    say('mapping.columns', `The file has ${columns.length} columns. Say what each of them is`)
  const used = new Set<string>()
  for (const [at, { field, dateOrder }] of mapping.columns.entries()) {
    const column = columns[at]
    if (field === '' || !column) continue
    const path = `mapping.columns.${at}`
    if (!known.has(field)) say(`${path}.field`, 'Choose a field from the list')
    else if (used.has(field) && !isOneOf(joinedFields, field))
      say(`${path}.field`, `${fieldName(field, systems)} has another column already`)
    used.add(field)
    if (field === 'dateOfBirth' && !dateOrder && mustChooseOrder(column.dateProof))
      say(
        `${path}.dateOrder`,
        column.dateProof === dateProofs[3]
          ? `Every date can be read two ways, such as ${column.dateExamples[0]}. Choose whether the day or the month comes first`
          : `Some dates have the day first, others the month (${column.dateExamples.join(' and ')}). Choose which to read`,
      )
  }
  for (const field of requiredFields) {
    const hasConstant = isOneOf(constantFields, field) && mapping.constants[field]
    if (!used.has(field) && !hasConstant)
      say('mapping.columns', `Choose the column of ${patientFieldNames[field].toLowerCase()}`)
  }
  return problems
}

/** The columns of each field, by their positions. */
function placesOf(mapping: ImportMapping): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [at, { field }] of mapping.columns.entries())
    if (field !== '') places.set(field, [...(places.get(field) ?? []), at])
  return places
}

async function reader(
  db: Database,
  mapping: ImportMapping,
  columns: readonly ImportColumn[],
  today: string,
): Promise<(cells: readonly string[]) => ReadRow> {
  const systems = await openSystems(db)
  const places = placesOf(mapping)
  const ofSystem = systems.flatMap((system) => {
    const at = places.get(identifierField(system.id))?.[0]
    return at === undefined ? [] : [{ system, at }]
  })
  const fields = patientFields.map((field) => ({ field, at: places.get(field) ?? [] }))

  return (cells) => {
    const problems: RowProblem[] = []
    const typed: Partial<Record<PatientField, string>> = {}
    if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
      problems.push({ column: null, message: 'The row has more cells than the file has columns' })
    for (const { field, at } of fields) {
      const column = at[0] ?? null
      const value = valueOf(field, at)
      if (value === '') continue
      if (field === 'dateOfBirth') {
        const use = mapping.columns[column ?? 0]
        const read = readDate(value, orderOf(columns[column ?? 0]?.dateProof ?? null, use?.dateOrder ?? null))
        if ('day' in read) typed[field] = read.day
        else problems.push({ column, message: read.problem })
        if ('day' in read && read.day > today)
          problems.push({ column, message: 'Date of birth can’t be in the future' })
      } else typed[field] = value
    }
    const parsed = ImportedPatient.safeParse(typed)
    for (const issue of parsed.error?.issues ?? []) {
      const field = String(issue.path[0])
      const column = places.get(field)?.[0] ?? null
      // The first of a column's problems says enough.
      if (column !== null && problems.some((one) => one.column === column)) continue
      const isUnmapped = isOneOf(mappedFields, field) && typed[field] !== undefined
      problems.push({
        column,
        message: isUnmapped ? `“${typed[field]}” is not mapped to a ${nounOf[field]}` : issue.message,
      })
    }
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

    function valueOf(field: PatientField, at: readonly number[]): string {
      const [first] = at
      if (first === undefined) return isOneOf(constantFields, field) ? (mapping.constants[field] ?? '') : ''
      if (isOneOf(joinedFields, field))
        return at
          .map((one) => cells[one]?.trim() ?? '')
          .filter(Boolean)
          .join('\n')
      const value = cells[first]?.trim() ?? ''
      return isOneOf(mappedFields, field)
        ? (mapping.columns[first]?.values[value] ?? guessValue(field, value) ?? value)
        : value
    }
  }
}

const nounOf = { gender: 'gender', bloodGroup: 'blood group' } as const

/** Patients: what a registration checks, and who may be on record already. */
export const patientsKind: KindRules = {
  suggest,
  mappingProblems,
  reader,
  onRecord: patientsOnRecord,
  markRepeated: repeatedPatients,
  async add(db, rows) {
    const given = JSON.stringify(
      rows.map(({ line, id, record }) => ({ line, id, ...(record as PatientRecord) })),
    )
    await sql`
      with given as materialized (
        select * from jsonb_to_recordset(${given}::jsonb) as given(line integer, id uuid, "firstName" text,
          "lastName" text, "dateOfBirth" date, gender gender, "contactNumber" text, email text, address text,
          "bloodGroup" text, "medicalHistory" text, identifiers jsonb)),
      registered as (
        insert into patient (id, first_name, last_name, date_of_birth, gender, contact_number, email, address,
          blood_group, medical_history)
        select id, "firstName", "lastName", "dateOfBirth", gender, "contactNumber", email, address, "bloodGroup",
          "medicalHistory" from given order by line)
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

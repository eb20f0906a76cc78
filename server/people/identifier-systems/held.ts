import { sql } from 'kysely'
import { identifierKey, identifierProblem } from '../../../contract/people/identifier-rules.ts'
import { type Holder, may } from '../../../contract/permissions.ts'
import type { Database } from '../../ground/db/connect.ts'
import { statement } from '../../ground/db/prepared.ts'
import { Refusal } from '../../ground/http/errors.ts'
import { systemsWith } from './queries.ts'

/** An identifier that somebody gives, and the field in which they do. */
export interface GivenIdentifier {
  systemId: string
  value: string
  path: string
  /** The field that chooses the system, if there is one. */
  systemPath?: string
}

type FieldErrors = { path: string; message: string }[]

function refuse(errors: FieldErrors): void {
  const [first] = errors
  if (first) throw new Refusal('invalid_input', first.message, { errors })
}

/** @throws Refusal for those that can't be of their system, or whose system is not in use */
export async function requireFitting(db: Database, given: readonly GivenIdentifier[]): Promise<void> {
  if (given.length === 0) return
  const systems = await systemsWith(
    db,
    given.map(({ systemId }) => systemId),
  )
  const known = new Map(systems.map((system) => [system.id, system]))
  refuse(
    given.flatMap(({ systemId, value, path, systemPath = path }) => {
      const system = known.get(systemId)
      if (!system || system.isRetired) return [{ path: systemPath, message: retiredSystem }]
      const message = identifierProblem(system, value)
      return message ? [{ path, message }] : []
    }),
  )
}

export const retiredSystem = 'This identifier system is no longer used. Choose another.'

interface Taken extends GivenIdentifier {
  system: string
  patientId: string
  mrn: string
  firstName: string
  lastName: string
}

/**
 * @throws Refusal if another patient holds an exclusive identifier, naming that patient to staff who may see patients, or if
 * this patient (`patientId`) has it already
 */
export async function requireFree(
  db: Database,
  staff: Holder,
  given: readonly GivenIdentifier[],
  { patientId, except }: { patientId: string | null; except?: string },
): Promise<void> {
  const asked = given.map((one) => ({ ...one, key: identifierKey(one.value) }))
  const { rows } = await sql<Taken>`
    select given.*, system.name as system, patient.id as "patientId", patient.mrn, patient.first_name as "firstName",
      patient.last_name as "lastName"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) given ("systemId" uuid, value text, path text, key text)
    join patient_identifier identifier on identifier.system_id = given."systemId" and identifier.value_key = given.key
      and identifier.ended_at is null and (identifier.is_exclusive or identifier.patient_id = any (record_ids(${patientId}::uuid)))
      and identifier.id is distinct from ${except ?? null}::uuid
    join identifier_system system on system.id = identifier.system_id
    join patient on patient.id = record_of(identifier.patient_id)
  `.execute(db)
  if (rows.length === 0) return
  const own = patientId && (await recordOf(db, patientId))
  const errors = rows.map((row) => ({ path: row.path, message: takenWords(row, staff, own) }))
  const others = rows.filter((row) => row.patientId !== own)
  const code = others.length > 0 ? 'identifier_taken' : 'identifier_recorded'
  throw new Refusal(
    code,
    errors[0]?.message ?? '',
    { errors },
    others.map((row) => row.patientId),
  )
}

function takenWords(
  { system, mrn, firstName, lastName, ...row }: Taken,
  staff: Holder,
  patientId: string | null,
): string {
  if (row.patientId === patientId) return `${system} ${row.value} is already on this record.`
  if (!may(staff, 'patient.view')) return `Another patient already has this ${system}.`
  return `${lastName.toUpperCase()}, ${firstName} (${mrn}) already has this ${system}. Check whether this is the same person.`
}

/** The violations that `requireFree` says in words. */
export const takenConstraints: readonly (string | undefined)[] = [
  'patient_identifier_once',
  'patient_identifier_once_each',
]

/** The identifier by which a search found a patient. */
export interface FoundIdentifier {
  /** Null for the MRN of a record that was merged into the patient's. */
  system: string | null
  value: string
}

/** The record that stands for this one, which may have been merged. */
async function recordOf(db: Database, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select record_of(${id}) as id`.execute(db)
  return rows[0]?.id ?? null
}

interface FoundRow extends FoundIdentifier {
  patientId: string
}

/** A family's card is shared by a family. */
const mostHolders = 50

const holdersOf = statement(
  (key: string, formerMrn: number | null) => sql<FoundRow>`
    select merged_into as "patientId", null as system, mrn as value from patient
    where mrn_number = ${formerMrn}::integer and merged_into is not null
    union all (
      select coalesce(merged_into, patient.id), system.name, identifier.value
      from patient_identifier identifier join identifier_system system on system.id = identifier.system_id
      join patient on patient.id = identifier.patient_id
      where identifier.value_key = ${key} and identifier.ended_at is null
      order by identifier.created_at limit ${sql.lit(mostHolders)})`,
)

const none: ReadonlyMap<string, FoundIdentifier> = new Map()

/**
 * The patients who hold what was typed as the whole of an identifier, however it is written, or had it as the MRN of a merged
 * record. Only what has a digit is looked
 * for, by one probe of an index: names are searched as before.
 */
export async function heldBy(
  db: Database,
  search: string | undefined,
): Promise<ReadonlyMap<string, FoundIdentifier>> {
  if (!search || !/\d/.test(search) || search.includes('@')) return none
  const key = identifierKey(search)
  if (key.length < 4) return none
  const [, mrn] = /^(?:mrn)?(\d{4,9})$/.exec(key) ?? []
  const rows = await holdersOf(db, key, mrn ? Number(mrn) : null)
  return new Map(rows.map(({ patientId, ...found }) => [patientId, found]))
}

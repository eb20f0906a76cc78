import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../ground/db/connect.ts'
import type { OnRecord } from './kind-rules.ts'

interface Match {
  line: number
  id: string
  who: string
  /** The name of the system of an identifier that the patient holds; null where the name and birth date are the same. */
  system: string | null
  samePhone: boolean
}

/**
 * Rows whose exclusive identifier a patient holds, and rows with the names and the birth date of a patient. A name is
 * compared as lists sort it, whatever its accents and case.
 */
export async function patientsOnRecord(
  db: Database,
  rows: readonly { line: number; record: object }[],
): Promise<OnRecord[]> {
  if (rows.length === 0) return []
  const given = JSON.stringify(rows.map(({ line, record }) => ({ line, ...record })))
  const { rows: matches } = await sql<Match>`
    with given as materialized (
      select line, sort_key("firstName") as first, sort_key("lastName") as last, "dateOfBirth" as born,
        date_trunc(coalesce("birthPrecision", 'DAY')::text, "dateOfBirth"::timestamp)
          + ('1 ' || coalesce("birthPrecision", 'DAY'))::interval as until,
        phone_key("contactNumber") as phone, identifiers
      from jsonb_to_recordset(${given}::jsonb) as given(line integer, "firstName" text, "lastName" text,
        "dateOfBirth" date, "birthPrecision" birth_precision, "contactNumber" text, identifiers jsonb)),
    holders as (
      select given.line, identifier.patient_id as id, system.name as system
      from given, jsonb_to_recordset(given.identifiers) held("systemId" uuid, value text)
      join identifier_system system on system.id = held."systemId"
      join patient_identifier identifier on identifier.system_id = held."systemId"
        and identifier.value_key = identifier_key(held.value) and identifier.ended_at is null and identifier.is_exclusive),
    namesakes as (
      select given.line, patient.id, null::text as system, given.phone <> '' and phone_key(patient.contact_number) = given.phone
        as same_phone
      from given join lateral (
        select id, contact_number from patient
        where retired_at is null and first_name_key = given.first and last_name_key = given.last
          and date_of_birth >= date_trunc('year', given.born) and date_of_birth < given.until
          and (date_of_birth >= given.born or birth_precision = 'YEAR'
            or birth_precision = 'MONTH' and date_of_birth = date_trunc('month', given.born))
        order by mrn_number limit 1) patient on true)
    select distinct on (line) line, alike.id, system, coalesce(same_phone, false) as "samePhone",
      upper(patient.last_name) || ', ' || patient.first_name || ' (' || patient.mrn || ')' as who
    from (select line, id, system, null::boolean as same_phone from holders
      union all select line, id, system, same_phone from namesakes) alike
    join patient on patient.id = alike.id
    order by line, system nulls last
  `.execute(db)
  return matches.map(({ line, id, who, system, samePhone }) => ({
    line,
    recordId: id,
    state: system ? ('KNOWN' as const) : ('POSSIBLE' as const),
    message: system
      ? `${who} has this ${system}`
      : `${who} has the same name${samePhone ? ', date of birth and phone' : ' and date of birth'}`,
  }))
}

/** Marks rows that repeat the identifier, or the names and birth date, of an earlier row that is not rejected. */
export async function repeatedPatients(db: Database, batchId: string): Promise<void> {
  await sql`
    with held as (
      select line, state, system.name, given."systemId", identifier_key(given.value) as key
      from import_row, jsonb_to_recordset(record -> 'identifiers') given("systemId" uuid, value text)
      join identifier_system system on system.id = given."systemId" and system.is_exclusive
      where batch_id = ${batchId} and state in ('READY', 'KNOWN', 'POSSIBLE')),
    repeated as (
      select line, name, min(line) over (partition by "systemId", key) as first from held),
    told as (
      select distinct on (line) line, name, first from repeated where first < line order by line, first)
    update import_row set state = 'KNOWN', problems = problems || jsonb_build_array(jsonb_build_object('column', null,
      'message', 'Row ' || told.first || ' of the file has this ' || told.name))
    from told where batch_id = ${batchId} and import_row.line = told.line and state in ('READY', 'POSSIBLE')
  `.execute(db)
  await sql`
    with named as materialized (
      select line, left(born, 4) as year, left(born, 7) as month, born, coalesce(precision, 'DAY') as precision,
        sort_key(record ->> 'firstName') as first, sort_key(record ->> 'lastName') as last
      from import_row, lateral (select record ->> 'dateOfBirth' as born, record ->> 'birthPrecision' as precision) birth
      where batch_id = ${batchId} and state in ('READY', 'KNOWN', 'POSSIBLE')),
    -- Two that agree as far as both are known.
    alike as (
      select line, least(min(line) over in_day, min(line) filter (where precision = 'MONTH') over in_month,
        min(line) filter (where precision = 'YEAR') over in_year, case precision
          when 'MONTH' then min(line) over in_month when 'YEAR' then min(line) over in_year end) as first
      from named window in_day as (partition by first, last, born), in_month as (partition by first, last, month),
        in_year as (partition by first, last, year))
    update import_row set state = 'POSSIBLE', problems = problems || jsonb_build_array(jsonb_build_object('column', null,
      'message', 'Row ' || alike.first || ' of the file has the same name and date of birth'))
    from alike where batch_id = ${batchId} and import_row.line = alike.line and alike.first < alike.line and state = 'READY'
  `.execute(db)
}

/** A column that refers to a patient. */
interface Reference {
  table: string
  column: string
}

/** How tables are called in the reason why a record is kept; any other is 'something'. */
const called: Readonly<Record<string, string>> = {
  admission: 'an admission',
  allergy: 'an allergy',
  appointment: 'an appointment',
  coverage: 'coverage',
  duplicate_pair: 'a decision about duplicates',
  medication: 'a medication',
  patient_contact: 'a contact',
  patient_identifier: 'an identifier that was recorded since',
  patient_merge: 'a merge of two records',
  patient_photo: 'a photo',
  problem: 'a problem',
  record_access: 'a reason for which it was opened',
  stock_movement: 'stock that was issued',
  visit_note: 'a visit note',
  vital_signs: 'vital signs',
}

/** The references that a record has without anybody having used it. */
const madeByItself: Readonly<Record<string, RawBuilder<unknown>>> = {
  // Its own allergies came with it, until somebody judges them; a later report makes another version of the record.
  allergy: sql`used.certainty = 'REPORTED' and used.recorded_at < patient.created_at + interval '1 minute'
    and used.replaced_at is null and used.struck_at is null`,
  // Found by comparing records, and not decided by anybody.
  duplicate_pair: sql`used.verdict is null`,
  // Its own identifiers came with it, at the same moment.
  patient_identifier: sql`used.version = 1 and used.created_at = patient.created_at`,
}

/** Read from the catalogue, so that none that is added later is forgotten. */
async function referencesToPatients(db: Database): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select distinct conrelid::regclass::text as table, attribute.attname as column
    from pg_constraint join pg_attribute attribute on attribute.attrelid = conrelid and attribute.attnum = conkey[1]
    where contype = 'f' and confrelid = 'patient'::regclass and conparentid = 0 and conrelid <> 'patient'::regclass
    order by 1, 2
  `.execute(db)
  return rows
}

/**
 * Locks these patients and finds the reason to keep each that has been changed or used since its import. A reference that
 * is being made waits for the lock.
 */
export async function patientsInUse(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows: locked } = await sql<{ id: string; isEdited: boolean }>`
    select id, version > 1 or restricted_since is not null or deceased_at is not null as "isEdited" from patient where id = any (${ids}::uuid[]) and retired_at is null
    order by id for update
  `.execute(db)
  const reasons = new Map(
    locked.flatMap(({ id, isEdited }) => (isEdited ? [[id, 'The record was changed since']] : [])),
  )
  const there = locked.map(({ id }) => id)
  const references = await referencesToPatients(db)
  const asked = references.map(({ table, column }) => {
    const own = madeByItself[table] ? sql`and not (${madeByItself[table]})` : sql``
    return sql`
      select patient.id, ${table} as table from patient
      where patient.id = any (${there}::uuid[])
        and exists (select from ${sql.table(table)} used where used.${sql.ref(column)} = patient.id ${own})`
  })
  const { rows: used } = await sql<{
    id: string
    table: string
  }>`${sql.join(asked, sql` union all `)}`.execute(db)
  for (const { id, table } of used)
    if (!reasons.has(id))
      reasons.set(id, `The record has ${called[table] ?? 'something that was added since'}`)
  return reasons
}

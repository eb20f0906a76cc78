import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { mostPrinted, type Page } from '../../../contract/api/page.ts'
import {
  type ListedPatient,
  type Patient,
  type PatientFilter,
  type PatientForm,
  type patientSortKeys,
} from '../../../contract/people/patients.ts'
import { type PatientRegistration } from '../../../contract/people/registration.ts'
import type { Database } from '../../ground/db/connect.ts'
import {
  countRows,
  type List,
  type Order,
  type PageRequest,
  readNamedPage,
  readPage,
} from '../../ground/db/paging.ts'
import { statement } from '../../ground/db/prepared.ts'
import { pageOfMatches } from '../../ground/db/search/matches.ts'
import { readList, streamList } from '../../ground/db/stream.ts'
import type { DB } from '../../ground/db/types.ts'
import type { NewRecord } from '../../ground/http/new-record.ts'
import type { EditOf } from '../../ground/records/record.ts'
import { foundAlike, foundBy } from './match-reason.ts'
import { isSought, ranksOfLikeness, type Sought } from './patient-search.ts'
import { isListed, type RankedSearch, rankedPage, rankedRows } from './ranked.ts'
import { alikeWords } from './similar-names.ts'
import { type ExportedPatient, identifierWords, readHeld } from './whole-identifiers.ts'

/** Every column of the contract's Patient, from a table or expression named `patient`. */
const columnsWith = (list: RawBuilder<unknown>) => sql`
  patient.id, patient.mrn, patient.first_name as "firstName", patient.last_name as "lastName",
  patient.date_of_birth as "dateOfBirth", patient.birth_precision as "birthPrecision", patient.gender,
  patient.contact_number as "contactNumber", patient.email, patient.address,
  patient.blood_group as "bloodGroup", ${list},
  patient.medical_history as "medicalHistory", patient.deceased_at as "deceasedAt",
  patient.restricted_since as "restrictedSince", patient.photo_mark as "photoMark", patient.version, patient.created_at as "createdAt",
  patient.updated_at as "updatedAt"`
const columns = columnsWith(sql`patient.allergies, patient.allergens`)

/** The columns of each sort key; the id makes the order total. */
const orders = {
  lastName: { last_name_key: 'text', first_name_key: 'text', id: 'id' },
  firstName: { first_name_key: 'text', last_name_key: 'text', id: 'id' },
  mrn: { mrn_number: 'number' },
  dateOfBirth: { date_of_birth: 'day', id: 'id' },
} as const satisfies Record<(typeof patientSortKeys)[number], Order>

/** Which patients the filter means; `registeredFrom` is the moment that its day begins at the hospital. */
export interface PatientSelection extends PatientFilter {
  registeredFrom: Date | null
}

/** The filters beside the search. */
function restriction({ gender, registeredFrom }: PatientSelection): RawBuilder<SqlBool> {
  const all = [sql<SqlBool>`true`]
  if (gender) all.push(sql`patient.gender = ${sql.lit(gender)}`)
  if (registeredFrom) all.push(sql`patient.created_at >= ${registeredFrom}`)
  return sql`${sql.join(all, sql` and `)}`
}

/** In one order, which somebody chose or nothing else tells. */
function listOf(filter: PatientSelection, sought: Sought): List {
  return {
    table: 'patient',
    alias: 'patient',
    shown: columns,
    where: sql<SqlBool>`${isListed} and ${restriction(filter)} and ${isSought(sought)}`,
    order: orders[filter.sort ?? 'lastName'],
    direction: filter.direction,
  }
}

/** A search is ranked unless the user chose an order. */
function isRanked({ sort, direction }: PatientSelection, { any }: Sought): boolean {
  return any.length > 0 && sort === undefined && direction === 'asc'
}

function rankedOf(filter: PatientSelection, sought: Sought): RankedSearch {
  // The date in `registeredFrom` isn't part of what was typed, so such a statement isn't kept.
  const name = filter.registeredFrom ? undefined : (filter.gender ?? 'all')
  return { shown: columns, sought, isAsked: restriction(filter), name }
}

/** If fewer are found, names that are like those that were typed are looked for too. */
const handful = 5

/** The words of names that are like each that was typed; none if enough patients are found without. */
async function likeNames(db: Database, { names }: Sought, total: number) {
  return total < handful && names.length > 0 ? await alikeWords(db, names) : []
}

/** One page of the filtered list, and how many patients the whole of it holds. */
export async function patientPage(
  db: Database,
  filter: PatientSelection,
  request: PageRequest,
): Promise<Page<ListedPatient>> {
  const { search = '', gender, registeredFrom, sort, direction } = filter
  const { sought, held } = await readHeld(db, search)
  if (sought.any.length === 0) {
    if (registeredFrom) return readPage<Patient>(db, request, listOf(filter, sought))
    const name = `patients ${gender ?? ''} by ${sort ?? 'lastName'} ${direction}`
    const make = () => ({ list: listOf(filter, sought), total: currentTally(gender) })
    return readNamedPage(db, request, name, make)
  }
  const by = foundBy(search, held)
  if (!isRanked(filter, sought)) {
    const page = await pageOfMatches<Patient>(db, request, listOf(filter, sought))
    return { ...page, items: page.items.map((patient) => ({ ...patient, found: by(patient) })) }
  }
  const ranked = rankedOf(filter, sought)
  const found = await rankedPage(db, request, ranked)
  const words = await likeNames(db, sought, found.total)
  const alike = ranksOfLikeness(sought.names, words)
  const page = alike.length > 0 ? await rankedPage(db, request, { ...ranked, alike }) : found
  const how = (patient: Patient & { isAlike: boolean }) =>
    patient.isAlike ? foundAlike(search, sought.names, words, patient) : by(patient)
  return { ...page, items: page.items.map((patient) => ({ ...patient, found: how(patient) })) }
}

/** How many current patients there are, of one gender or of all. */
export async function countCurrent(db: Database, gender?: Patient['gender']): Promise<number> {
  const { rows } = await sql<{ n: number }>`select (${currentTally(gender)}) as n`.execute(db)
  return rows[0]?.n ?? 0
}

function currentTally(gender: Patient['gender'] | undefined) {
  return sql<number>`select coalesce(sum(current), 0)::int from patient_tally
    where ${gender ? sql`gender = ${sql.lit(gender)}` : sql`true`}`
}

/** The whole filtered list as it is at the beginning, row by row, in its order, with the identifiers of each. */
export async function patientStream(
  db: Kysely<DB>,
  filter: PatientSelection,
): Promise<AsyncIterable<ExportedPatient>> {
  const list = await wholeList(db, filter)
  return streamList(db, { ...list, shown: sql`${list.shown}, ${identifierWords} as identifiers` })
}

/** The whole filtered list in its order; null where it is too long for paper. */
export async function patientsToPrint(db: Database, filter: PatientSelection): Promise<Patient[] | null> {
  return readList(db, await wholeList(db, filter), mostPrinted)
}

async function wholeList(db: Database, filter: PatientSelection): Promise<List> {
  const { sought } = await readHeld(db, filter.search)
  const list = listOf(filter, sought)
  if (!isRanked(filter, sought)) return list
  const { total } = await countRows(db, sql`patient`, list.where)
  const alike = ranksOfLikeness(sought.names, await likeNames(db, sought, total))
  return { ...list, ...rankedRows({ ...rankedOf(filter, sought), alike }) }
}

const currentPatient = statement(
  (id: string) => sql<Patient>`select ${columns} from patient where id = ${id} and retired_at is null`,
)

export async function patientById(db: Database, id: string): Promise<Patient | undefined> {
  const [patient] = await currentPatient(db, id)
  return patient
}

/** The patient with this id, and whether the record still exists. */
export async function patientLabelled(db: Database, id: string): Promise<EverRegistered | undefined> {
  return everRegistered(db, sql`patient.id = ${id}`)
}

/** A patient by a whole MRN. */
export async function patientNumbered(db: Database, mrn: string): Promise<EverRegistered | undefined> {
  // Uses the index of the number, because the index of MRNs only holds current patients.
  return everRegistered(db, sql`mrn_number = ${Number(mrn.slice(3))} and mrn = ${mrn}`)
}

type EverRegistered = Patient & { isCurrent: boolean }

async function everRegistered(db: Database, where: RawBuilder<unknown>): Promise<EverRegistered | undefined> {
  const { rows } = await sql<EverRegistered>`
    select ${columns}, patient.retired_at is null as "isCurrent" from patient where ${where}
  `.execute(db)
  return rows[0]
}

/** The current patients among those with these ids. */
export async function patientsWithIds(db: Database, ids: readonly string[]): Promise<Patient[]> {
  const { rows } = await sql<Patient>`
    select ${columns} from patient where id = any (${ids}::uuid[]) and retired_at is null
  `.execute(db)
  return rows
}

/** Whether the patient's record is there and not retired. */
export async function isCurrentPatient(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('patient')
    .select('id')
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The number that the next registration gets. */
export async function nextMrnNumber(db: Database): Promise<number> {
  const row = await db.selectFrom('mrn_counter').select('last_number').executeTakeFirstOrThrow()
  return row.last_number + 1
}

/** A patient's columns as the form has them, or as far as an edit names them. */
export function patientValues(form: EditOf<PatientForm>) {
  return {
    first_name: form.firstName,
    last_name: form.lastName,
    date_of_birth: form.dateOfBirth,
    birth_precision: form.birthPrecision,
    gender: form.gender,
    contact_number: form.contactNumber,
    email: form.email,
    address: form.address,
    blood_group: form.bloodGroup,
    medical_history: form.medicalHistory,
  }
}

/**
 * Registers a patient under the next MRN, which the column gives by itself, with their identifiers and contacts, and reports
 * their allergies.
 */
export function registration(
  form: PatientRegistration,
  staffId: string,
  identifiers: readonly { systemId: string; value: string }[],
): NewRecord<Patient> {
  const values = patientValues({ ...form, birthPrecision: form.birthPrecision ?? 'DAY' })
  return {
    writes: sql`
      registered as (
        insert into patient (${sql.raw(Object.keys(values).join(', '))})
        values (${sql.join(Object.values(values))})
        returning *
      ),
      identified as (
        insert into patient_identifier (patient_id, system_id, is_exclusive, value)
        select registered.id, "systemId", false, value
        from registered, jsonb_to_recordset(${JSON.stringify(identifiers)}::jsonb) given ("systemId" uuid, value text)
        returning system_id, value
      ),
      to_call as (
        insert into patient_contact (patient_id, name, relationship, relationship_detail, phone, address, is_emergency, is_guardian)
        select registered.id, contact.name, relationship, "relationshipDetail", phone, contact.address, "isEmergency",
          "isGuardian"
        from registered, jsonb_to_recordset(${JSON.stringify(form.contacts ?? [])}::jsonb) as contact (name text,
          relationship contact_relationship, "relationshipDetail" text, phone text, address text, "isEmergency" boolean,
          "isGuardian" boolean)
      ),
      told as (
        insert into allergy (patient_id, recorded_by, substance, is_none_known, certainty)
        select registered.id, ${staffId}::uuid, words, is_none_known, 'REPORTED'
        from registered, told_allergies(${form.allergies}) order by is_none_known desc, place
        on conflict do nothing
        returning *
      ),
      listed as (
        select jsonb_agg(allergen(substance, is_none_known, reaction, severity, certainty)
          order by allergy_rank(severity, concat_ws(' ', substance, reaction)), recorded_at, id) as allergens
        from told where not is_none_known or not exists (select from told where not is_none_known)
      )`,
    select: sql<Patient>`
      select ${columnsWith(sql`allergy_sentence(listed.allergens) as allergies,
        coalesce(listed.allergens, '[]') as allergens`)}
      from registered as patient, listed`,
    patient: 'id',
    moments: ['deceasedAt', 'restrictedSince', 'createdAt', 'updatedAt'],
    changes: sql`jsonb_strip_nulls(jsonb_build_object('registered', made.mrn, 'identifiers', (
      select string_agg(system.name || ' ' || identified.value, '; ' order by fold(system.name))
      from identified join identifier_system system on system.id = identified.system_id)))`,
  }
}

/** The figures above the patient list. `registeredFrom` begins the period that counts as new. */
export async function patientFigures(db: Database, today: string, registeredFrom: Date) {
  const { rows } = await sql<{ newPatients: number; pendingAppointments: number }>`
    select
      (select count(*)::int from patient where retired_at is null and created_at >= ${registeredFrom}) as "newPatients",
      (select count(*)::int from appointment
        where status = 'IN_QUEUE' or (date = ${today} and status = 'SCHEDULED')) as "pendingAppointments"
  `.execute(db)
  return { newPatients: rows[0]?.newPatients ?? 0, pendingAppointments: rows[0]?.pendingAppointments ?? 0 }
}

/** The moment at which a calendar day begins on the hospital's clock. */
export async function startOfDay(db: Database, day: string, timeZone: string): Promise<Date> {
  const { rows } = await sql<{ start: string }>`
    select (${day}::date)::timestamp at time zone ${timeZone} as start
  `.execute(db)
  const start = rows[0]?.start
  if (!start) throw new Error(`no start of ${day}`)
  return new Date(start)
}

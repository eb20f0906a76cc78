import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { mostPrinted, type Page } from '../../contract/api/page.ts'
import {
  isWholePhone,
  type Patient,
  type PatientFilter,
  type PatientForm,
  type PatientIdentity,
  type patientSortKeys,
} from '../../contract/patients.ts'
import type { Database } from '../db/connect.ts'
import { type List, type Order, type PageRequest, readNamedPage } from '../db/paging.ts'
import { statement } from '../db/prepared.ts'
import { pageOfMatches, searchTerms } from '../db/search.ts'
import { readList, streamList } from '../db/stream.ts'
import type { DB } from '../db/types.ts'
import type { NewRecord } from '../http/new-record.ts'
import { namesHolding, placeOf, sought } from './sought.ts'

/** Every column of the contract's Patient, from a table or expression named `patient`. */
const columnsWith = (list: RawBuilder<unknown>) => sql`
  patient.id, patient.mrn, patient.first_name as "firstName", patient.last_name as "lastName",
  patient.date_of_birth as "dateOfBirth", patient.gender, patient.contact_number as "contactNumber", patient.email,
  patient.address, patient.blood_group as "bloodGroup", ${list},
  patient.medical_history as "medicalHistory", patient.deceased_at as "deceasedAt", patient.version, patient.created_at as "createdAt",
  patient.updated_at as "updatedAt"`
const columns = columnsWith(sql`patient.allergies, patient.allergens`)

/** What each sort key orders by; the id makes the order total. */
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

/** `isProbed`: of rows of the sorted index, which says already that they are current. */
function conditions(
  { search, gender, registeredFrom }: PatientSelection,
  { isProbed = false, isKept = false } = {},
): Expression<SqlBool> {
  const all = [isProbed ? sql<SqlBool>`true` : sql<SqlBool>`patient.retired_at is null`]
  if (gender) all.push(sql`patient.gender = ${sql.lit(gender)}`)
  if (registeredFrom) all.push(sql`patient.created_at >= ${registeredFrom}`)
  all.push(...sought(search, { isProbed, isKept }))
  return sql`${sql.join(all, sql` and `)}`
}

/** Where nobody chose an order, whose name begins with what is looked for comes before all others. */
function listOf(filter: PatientSelection) {
  const { search, sort, direction } = filter
  const place = sort === undefined && direction === 'asc' ? placeOf(search) : undefined
  const order: Order = orders[sort ?? 'lastName']
  return {
    table: 'patient',
    alias: 'patient',
    place,
    shown: columns,
    where: conditions(filter),
    order: place ? { place: 'place', ...order } : order,
    direction,
  } satisfies List
}

/** One page of the filtered list, and how many patients the whole of it holds. */
export function patientPage(
  db: Database,
  filter: PatientSelection,
  request: PageRequest,
): Promise<Page<Patient>> {
  if (searchTerms(filter.search).length === 0 && !filter.registeredFrom) {
    const { gender, sort, direction } = filter
    const name = `patients ${gender ?? ''} by ${sort ?? 'lastName'} ${direction}`
    return readNamedPage(db, request, name, () => ({ list: listOf(filter), total: currentTally(gender) }))
  }
  const list = listOf(filter)
  // Who was registered lately are few of many, or all of a new hospital.
  const isKept = filter.registeredFrom === null
  return pageOfMatches(db, request, {
    ...list,
    keepsPlan: isKept,
    isCurrent: sql`retired_at is null`,
    where: conditions(filter, { isKept }),
    whereProbed: conditions(filter, { isKept, isProbed: true }),
    names: byNames(filter),
  })
}

/** Only lists in the order of names are found by them. */
function byNames({ search, gender, registeredFrom, sort = 'lastName' }: PatientSelection) {
  const isByName = sort === 'lastName' || sort === 'firstName'
  return isByName ? namesHolding(search, { areAll: !gender && !registeredFrom }) : undefined
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

/** The whole filtered list as it is at the beginning, row by row, in its order. */
export function patientStream(db: Kysely<DB>, filter: PatientSelection): AsyncIterable<Patient> {
  return streamList(db, listOf(filter))
}

/** The whole filtered list in its order; null where it is too long for paper. */
export function patientsToPrint(db: Database, filter: PatientSelection): Promise<Patient[] | null> {
  return readList(db, listOf(filter), mostPrinted)
}

const currentPatient = statement(
  (id: string) => sql<Patient>`select ${columns} from patient where id = ${id} and retired_at is null`,
)

export async function patientById(db: Database, id: string): Promise<Patient | undefined> {
  const [patient] = await currentPatient(db, id)
  return patient
}

/** Whoever has this id, and whether the record is still there. */
export async function patientLabelled(
  db: Database,
  id: string,
): Promise<(Patient & { isCurrent: boolean }) | undefined> {
  const { rows } = await sql<Patient & { isCurrent: boolean }>`
    select ${columns}, patient.retired_at is null as "isCurrent" from patient where id = ${id}
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
export function patientValues(form: Partial<PatientForm>) {
  return {
    first_name: form.firstName,
    last_name: form.lastName,
    date_of_birth: form.dateOfBirth,
    gender: form.gender,
    contact_number: form.contactNumber,
    email: form.email,
    address: form.address,
    blood_group: form.bloodGroup,
    medical_history: form.medicalHistory,
  }
}

/** Registers a patient under the next MRN, which the column gives by itself, and reports their allergies. */
export function registration(form: PatientForm, staffId: string): NewRecord<Patient> {
  const values = patientValues(form)
  return {
    writes: sql`
      registered as (
        insert into patient (${sql.raw(Object.keys(values).join(', '))})
        values (${sql.join(Object.values(values))})
        returning *
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
          order by allergy_rank(severity, substance), recorded_at, id) as allergens
        from told where not is_none_known or not exists (select from told where not is_none_known)
      )`,
    select: sql<Patient>`
      select ${columnsWith(sql`allergy_sentence(listed.allergens) as allergies,
        coalesce(listed.allergens, '[]') as allergens`)}
      from registered as patient, listed`,
    patient: 'id',
    moments: ['deceasedAt', 'createdAt', 'updatedAt'],
    changes: sql`jsonb_build_object('registered', made.mrn)`,
  }
}

export interface Likeness {
  firstName?: string | undefined
  lastName?: string | undefined
  dateOfBirth?: string | undefined
  contactNumber?: string | undefined
}

/**
 * At most five current patients with the same name and birth date, or the same phone number. A phone may be a family's or a
 * village's, so those of the same name come first.
 */
export async function probableDuplicates(db: Database, typed: Likeness) {
  const name =
    typed.firstName && typed.lastName && typed.dateOfBirth
      ? sql`last_name_key = sort_key(${typed.lastName}) and first_name_key = sort_key(${typed.firstName})
        and date_of_birth = ${typed.dateOfBirth}`
      : sql`false`
  const phone = isWholePhone(typed.contactNumber ?? '')
    ? sql`phone_key(contact_number) = phone_key(${typed.contactNumber})`
    : sql`false`
  // All of them before they are sorted: else the planner looks through everybody in the order of MRNs.
  const { rows } = await sql<PatientIdentity & { because: 'name' | 'phone' | 'both' }>`
    with alike as materialized (
      select patient.*, (${name}) as by_name, (${phone}) as by_phone from patient
      where retired_at is null and ((${name}) or (${phone}))
    )
    select id, mrn, first_name as "firstName", last_name as "lastName", date_of_birth as "dateOfBirth", gender,
      contact_number as "contactNumber", allergies, allergens,
      case when by_name and by_phone then 'both' when by_name then 'name' else 'phone' end as because
    from alike
    order by by_name desc, mrn_number desc
    limit 5
  `.execute(db)
  return rows
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

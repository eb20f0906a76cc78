import { type RawBuilder, sql } from 'kysely'
import { exportAudit } from '../../../contract/hospital/audit.ts'
import { exportPatients } from '../../../contract/people/patients.ts'
import type { Database } from '../../ground/db/connect.ts'
import { invalidField } from '../../ground/http/errors.ts'
import { sightLasts } from '../../ground/trail/patient-sets.ts'
import { all, askedForEach, milliseconds, newestFirst, type Search, type Trace } from './trace.ts'

/** The kind of an entry: reads change nothing, but record that a list or a print was made. */
const kind = sql`
  case when entry.outcome <> 'done' then 'refused'
    when entry.changes is null and cardinality(entry.patient_ids) = 0 and entry.sight_id is null then 'other'
    when entry.changes is null and entry.subject_id is null then 'listed'
    when entry.changes is null then 'opened'
    when entry.changes ->> 'purpose' = 'print' or entry.changes ? 'printed' then 'printed'
    when entry.changes ? 'exported' then 'exported'
    else 'changed' end`

const columns = sql`
  entry.at::text as at, 0 as "isLive", entry.id as "entryId", '' as "liveId", iso(entry.at) as moment,
  null as until, ${kind} as kind, entry.staff_id as "staffId", entry.action, null as scope, entry.subject_id as "subjectId",
  entry.patient_ids as "patientIds", entry.sight_id as "sightId", entry.changes, entry.address,
  entry.request_id as "requestId", entry.outcome`

const takenOut = sql`(entry.changes ?| array['exported', 'printed'] or entry.changes ->> 'purpose' = 'print')`

/** The conditions on an entry of any kind. */
function conditions({ staffId, accountId, action, kind: only, from, until, after, notBefore }: Search) {
  return [
    staffId && sql`entry.staff_id = ${staffId}::uuid`,
    // As the index says it: entries about patients are not in it.
    accountId && sql`entry.subject_id = ${accountId}::uuid and entry.patient_ids = '{}'`,
    action && sql`entry.action = ${action}`,
    only && sql`${kind} = ${only}`,
    // Rare outcomes have an index of their own.
    only === 'refused' && sql`entry.outcome <> 'done'`,
    (only === 'printed' || only === 'exported') && takenOut,
    from && sql`entry.at >= ${from}::timestamptz`,
    until && sql`entry.at < ${until}::timestamptz`,
    notBefore && sql`entry.at >= ${notBefore}::timestamptz`,
    after &&
      sql`entry.at <= ${after.at}::timestamptz
        and (entry.at, 0, entry.id) < (${after.at}::timestamptz, ${after.isLive}::int, ${after.entryId}::bigint)`,
  ]
}

const newest = sql`order by entry.at desc, entry.id desc`

async function read(db: Database, search: Search, where: RawBuilder<unknown>): Promise<Trace[]> {
  const { rows } = await sql<Trace>`
    select ${columns} from audit_entry entry where ${where} ${newest} limit ${search.rows}
  `.execute(db)
  return rows
}

/** Entries of anybody, or of one person. */
export function entries(db: Database, search: Search): Promise<Trace[]> {
  return read(db, search, all(conditions(search)))
}

/** Entries that name the patient themselves. */
export function entriesNaming(db: Database, search: Search): Promise<Trace[]> {
  return read(db, search, all([sql`entry.patient_ids[1] = ${search.patientId}::uuid`, ...conditions(search)]))
}

/** Exports whose entries don't name the patients in them. */
export const exportingActions: readonly string[] = [exportPatients.name, exportAudit.name]

/** Exports that can hold the patient: since they are on record, not of another gender, nor of days before. */
export function entriesExporting(db: Database, search: Search): Promise<Trace[]> {
  return read(db, search, all([ofExport(search), ...conditions(search)]))
}

function ofExport({ patientId }: Search) {
  return sql`entry.action = any (${exportingActions}) and entry.outcome = 'done'
    -- Of this patient's trail alone, it names them itself.
    and entry.patient_ids[1] is distinct from ${patientId}::uuid and exists (
    select from patient where id = ${patientId}::uuid and created_at <= entry.at
      and coalesce(entry.changes #>> '{exported,gender}', gender::text) = gender::text
      -- In UTC, and so a day more than the hospital's may ask for.
      and coalesce((entry.changes #>> '{exported,to}')::date + 1 >= created_at::date, true) ${askedForEach})`
}

/** A patient in more sights than this is in most lists: of one person's entries, those that show them are soon found. */
const manySights = 2000

/** Entries that refer to a sight of the patient. */
export async function entriesShowing(db: Database, search: Search): Promise<Trace[]> {
  const { patientId = '', staffId } = search
  if (staffId && (await countSights(db, patientId, manySights)) === manySights) {
    return read(db, search, all([shows(patientId), ...conditions(search)]))
  }
  return throughSights(db, patientId, search)
}

function shows(patientId: string) {
  return sql`entry.sight_id is not null and exists (
    select from audit_sighting sighting where patient_id = ${patientId}::uuid and not is_told
      and sight_id = entry.sight_id and sighting.at <= entry.at
      and sighting.at > entry.at - ${milliseconds(sightLasts)} ${askedForEach})`
}

async function countSights(db: Database, patientId: string, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select from audit_sighting where patient_id = ${patientId} and not is_told limit ${most}) counted
  `.execute(db)
  return rows[0]?.n ?? 0
}

interface Sighting {
  id: string
  /** As PostgreSQL writes it in UTC. */
  at: string
  /** When the last entry can refer to it, written alike. */
  ends: string
}

const firstSights = 6
const mostSights = 4000
/** Sights after which somebody who looks for what is nowhere is asked for less. */
const enough = 40_000

/**
 * By the patient's sights, newest first, more of them each time. An entry is some minutes younger than its sight at most:
 * what is younger than that beyond the last sight looked at is found in its order.
 */
async function throughSights(db: Database, patientId: string, search: Search): Promise<Trace[]> {
  const found: Trace[] = []
  let last: Sighting | undefined
  let looked = 0
  for (let size = firstSights; looked < enough; size = Math.min(size * 4, mostSights)) {
    const sights = await sightsBefore(db, patientId, search, last, size)
    if (sights.length > 0) found.push(...(await entriesOf(db, sights, search)))
    looked += sights.length
    last = sights.at(-1)
    found.sort(newestFirst).splice(search.rows)
    const ends = last?.ends ?? ''
    const isSettled = found.length === search.rows && (found.at(-1)?.at ?? '') >= ends
    if (sights.length < size || isSettled) return found
  }
  throw invalidField('from', 'This is too much to look through. Choose a shorter period.')
}

async function sightsBefore(
  db: Database,
  patientId: string,
  { from, until, after, notBefore }: Search,
  last: Sighting | undefined,
  count: number,
): Promise<Sighting[]> {
  const lasts = milliseconds(sightLasts)
  const where = all([
    sql`patient_id = ${patientId}::uuid and not is_told`,
    from && sql`at > ${from}::timestamptz - ${lasts}`,
    notBefore && sql`at > ${notBefore}::timestamptz - ${lasts}`,
    until && sql`at < ${until}::timestamptz`,
    after && sql`at <= ${after.at}::timestamptz`,
    last && sql`(at, sight_id) < (${last.at}::timestamptz, ${last.id}::uuid)`,
  ])
  const { rows } = await sql<Sighting>`
    select sight_id as id, at::text, (at + ${lasts})::text as ends from audit_sighting sighting
    where ${where} order by sighting.at desc, sight_id desc limit ${count}
  `.execute(db)
  return rows
}

async function entriesOf(db: Database, sights: readonly Sighting[], search: Search): Promise<Trace[]> {
  const ofSight = [
    sql`entry.sight_id = sight.id and entry.at >= sight.at and entry.at < sight.ends`,
    // Repeated for all of them, so that PostgreSQL plans only the months that it needs.
    sql`entry.at >= ${sights.at(-1)?.at}::timestamptz and entry.at < ${sights[0]?.ends}::timestamptz`,
  ]
  const { rows } = await sql<Trace>`
    select entry.* from unnest(${sights.map(({ id }) => id)}::uuid[], ${sights.map(({ at }) => at)}::timestamptz[],
      ${sights.map(({ ends }) => ends)}::timestamptz[]) as sight(id, at, ends), lateral (
      select ${columns} from audit_entry entry where ${all([...ofSight, ...conditions(search)])}
      ${newest} limit ${search.rows}
    ) entry order by entry.at::timestamptz desc, entry."entryId" desc limit ${search.rows}
  `.execute(db)
  return rows
}

/** How many entries there are, up to `most`. */
export async function countEntries(db: Database, search: Search, most: number): Promise<number> {
  const { patientId } = search
  const where = all([patientId && sql`entry.patient_ids[1] = ${patientId}::uuid`, ...conditions(search)])
  const naming = sql`select 1 from audit_entry entry where ${where}`
  const ofSight = sql`entry.sight_id = sighting.sight_id and entry.at >= sighting.at
    and entry.at < sighting.at + ${milliseconds(sightLasts)}`
  const showing = sql`
    union all
    select 1 from audit_sighting sighting, lateral (
      select from audit_entry entry where ${all([ofSight, ...conditions(search)])} limit ${most}) entry
    where patient_id = ${patientId ?? null}::uuid and not is_told
    union all
    select 1 from audit_entry entry where ${all([ofExport(search), ...conditions(search)])}`
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (${naming} ${patientId ? showing : sql``} limit ${most}) counted
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** The most entries that are looked at among those added since. */
const mostLooked = 20_000

/** How many that match were added after `since`, up to `most`; without what the reader read meanwhile. */
export async function countEntriesAdded(
  db: Database,
  search: Search,
  { since, reader, most }: { since: number; reader: string; most: number },
): Promise<number> {
  const { patientId } = search
  const concerns =
    patientId &&
    sql`(entry.patient_ids[1] = ${patientId}::uuid or ${shows(patientId)} or ${ofExport(search)})`
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select from (select * from audit_entry where id > ${since} order by id limit ${mostLooked}) entry
      where ${all([
        sql`not (entry.changes is null and entry.staff_id is not distinct from ${reader}::uuid)`,
        concerns,
        ...conditions(search),
      ])} limit ${most}) counted
  `.execute(db)
  return rows[0]?.n ?? 0
}

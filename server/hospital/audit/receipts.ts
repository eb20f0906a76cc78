import { type RawBuilder, sql } from 'kysely'
import { followAction } from '../../../contract/hospital/audit.ts'
import type { Database } from '../../ground/db/connect.ts'
import { invalidField } from '../../ground/http/errors.ts'
import { followingLasts } from '../../ground/trail/followings.ts'
import { all, askedForEach, milliseconds, newestFirst, type Search, type Trace } from './trace.ts'

/** Followings that began from `since` on, each with its end, if it has one. */
function followings(since: string | null) {
  return sql`
    audit_following following left join lateral (
      select min(at) as at from audit_unfollowing where ${all([
        sql`id = following.id and at >= following.at`,
        since && sql`at >= ${since}::timestamptz`,
      ])}) ended on true`
}

function columns(patientId: string | undefined) {
  const patientIds = patientId ? sql`array[${patientId}::uuid]` : sql`'{}'::uuid[]`
  return sql`
    following.at::text as at, 1 as "isLive", 0::bigint as "entryId", ${liveId} as "liveId",
    iso(following.at) as moment, iso(ended.at) as until, 'received' as kind, following.staff_id as "staffId", ${followAction}::text as action,
    following.scope, null as "subjectId", ${patientIds} as "patientIds", null as "sightId", null as changes,
    following.address, following.request_id as "requestId", 'done' as outcome`
}
const liveId = sql`(following.id || ' ' || following.scope)`

function conditions({ staffId, after, notBefore }: Search) {
  return [
    staffId && sql`following.staff_id = ${staffId}::uuid`,
    notBefore && sql`following.at >= ${notBefore}::timestamptz`,
    after &&
      sql`following.at <= ${after.at}::timestamptz and (following.at, 1, ${liveId})
        < (${after.at}::timestamptz, ${after.isLive}::int, ${after.liveId}::text)`,
  ]
}

const newest = sql`order by following.at desc, ${liveId} desc`

/** The screens that followed within a minute with events: those that began before it was over. */
const minute = 60_000

/** The live events that a person's screens received about the patient, or about anybody. */
export async function receiptsOf(db: Database, search: Search): Promise<Trace[]> {
  const { patientId, from, until } = search
  const { rows } = await sql<Trace>`
    select ${columns(patientId)} from ${followings(null)}
    where ${all([
      ...conditions(search),
      until && sql`following.at < ${until}::timestamptz`,
      // Told again after some hours: what began before is over, as far as this row says.
      from && sql`following.at > ${from}::timestamptz - ${milliseconds(followingLasts)}`,
      from && sql`coalesce(ended.at, 'infinity') >= ${from}::timestamptz`,
      patientId && wasTold(patientId, search),
    ])} ${newest} limit ${search.rows}
  `.execute(db)
  return rows
}

/** Whether this screen received an event about the patient within the period. */
function wasTold(patientId: string, { from, until }: Pick<Search, 'from' | 'until'>): RawBuilder<unknown> {
  return sql`exists (
    select from audit_sighting told join audit_sight sight on sight.id = told.sight_id and sight.at = told.at
    where ${all([
      sql`told.patient_id = ${patientId}::uuid and told.is_told`,
      sql`told.at > following.at - ${milliseconds(minute)}`,
      sql`told.at < following.at + ${milliseconds(followingLasts)}`,
      sql`told.at <= coalesce(ended.at, 'infinity')`,
      from && sql`told.at > ${from}::timestamptz - ${milliseconds(minute)}`,
      until && sql`told.at < ${until}::timestamptz`,
      from && sql`sight.at > ${from}::timestamptz - ${milliseconds(minute)}`,
      until && sql`sight.at < ${until}::timestamptz`,
      sql`sight.process_id = following.process_id and sight.scope = following.scope`,
    ])} ${askedForEach})`
}

/** Consecutive minutes in which a process sent a scope events about the patient. */
interface Run {
  processId: string
  scope: string
  first: string
  last: string
}

interface Told {
  processId: string
  scope: string
  at: string
  sightId: string
}

const firstTold = 40
const mostTold = 4000
/** Minutes told after which somebody who looks for what is nowhere is asked for less. */
const enough = 40_000
/** Screens stay open for hours: events within minutes of each other went to about the same ones. */
const longestGap = 10 * minute

const firstRuns = 2

/**
 * Screens that received events about the patient, by the minutes of those, newest first. A receiving screen began
 * before the minute was over: screens that began later than the last minute looked at are found in its order.
 */
export async function receipts(db: Database, patientId: string, search: Search): Promise<Trace[]> {
  const found = new Map<string, Trace>()
  const newestFound = () => [...found.values()].sort(newestFirst).slice(0, search.rows)
  const isSettled = (unseen: string) => {
    const traces = newestFound()
    const least = traces.at(-1)?.moment ?? ''
    return traces.length === search.rows && Date.parse(least) >= Date.parse(unseen) + minute
  }
  let last: Told | undefined
  let looked = 0
  for (let size = firstTold; looked < enough; size = Math.min(size * 4, mostTold)) {
    const told = await toldBefore(db, patientId, search, last, size)
    const runs = runsOf(told)
    for (let many = firstRuns; runs.length > 0; many *= 3) {
      for (const trace of await followersOf(db, patientId, runs.splice(0, many), search)) {
        found.set(`${trace.liveId} ${trace.at}`, trace)
      }
      if (runs[0] && isSettled(runs[0].last)) return newestFound()
    }
    looked += told.length
    last = told.at(-1)
    if (!last || told.length < size || isSettled(last.at)) return newestFound()
  }
  throw invalidField('from', 'This is too much to look through. Choose a shorter period.')
}

async function toldBefore(
  db: Database,
  patientId: string,
  { from, until, after, notBefore }: Search,
  last: Told | undefined,
  count: number,
): Promise<Told[]> {
  const where = all([
    sql`patient_id = ${patientId}::uuid and is_told`,
    from && sql`told.at > ${from}::timestamptz - ${milliseconds(minute)}`,
    until && sql`told.at < ${until}::timestamptz`,
    notBefore && sql`told.at > ${notBefore}::timestamptz - ${milliseconds(minute)}`,
    after && sql`told.at <= ${after.at}::timestamptz + ${milliseconds(followingLasts)}`,
    last && sql`(told.at, told.sight_id) < (${last.at}::timestamptz, ${last.sightId}::uuid)`,
  ])
  const { rows } = await sql<Told>`
    select iso(told.at) as at, sight_id as "sightId", process_id as "processId", scope
    from (select * from audit_sighting told where ${where} order by at desc, sight_id desc limit ${count}) told
    join audit_sight sight on sight.id = told.sight_id and sight.at = told.at
    order by told.at desc, sight_id desc
  `.execute(db)
  return rows
}

function runsOf(told: readonly Told[]): Run[] {
  const runs: Run[] = []
  const latest = new Map<string, Run>()
  for (const { processId, scope, at } of told) {
    const run = latest.get(`${processId} ${scope}`)
    if (run && Date.parse(run.first) - Date.parse(at) <= longestGap) run.first = at
    else {
      const begun = { processId, scope, first: at, last: at }
      latest.set(`${processId} ${scope}`, begun)
      runs.push(begun)
    }
  }
  return runs
}

async function followersOf(
  db: Database,
  patientId: string,
  runs: readonly Run[],
  search: Search,
): Promise<Trace[]> {
  const list = (field: keyof Run) => runs.map((run) => run[field])
  // The bounds of all runs, so that PostgreSQL knows which months it need not plan for.
  const begin = Math.min(...runs.map(({ first }) => Date.parse(first)))
  const end = Math.max(...runs.map(({ last }) => Date.parse(last))) + minute
  const since = momentOf(begin - followingLasts)
  const told = {
    from: later(search.from, since),
    until: earlier(search.until, momentOf(end + followingLasts)),
  }
  const { rows } = await sql<Trace>`
    select follower.* from unnest(${list('processId')}::uuid[], ${list('scope')}::text[],
      ${list('first')}::timestamptz[], ${list('last')}::timestamptz[]) as run(process_id, scope, first, last), lateral (
      select ${columns(patientId)} from ${followings(since)}
      where ${all([
        sql`following.process_id = run.process_id and following.scope = run.scope`,
        sql`following.at > run.first - ${milliseconds(followingLasts)}`,
        sql`following.at < run.last + ${milliseconds(minute)}`,
        sql`following.at > ${since}::timestamptz and following.at < ${momentOf(end)}::timestamptz`,
        sql`coalesce(ended.at, 'infinity') >= run.first`,
        ...conditions(search),
        wasTold(patientId, told),
      ])} ${newest} limit ${search.rows}
    ) follower
  `.execute(db)
  return rows
}

function momentOf(millis: number): string {
  return new Date(millis).toISOString()
}

function later(bound: string | null, moment: string): string {
  return bound && Date.parse(bound) > Date.parse(moment) ? bound : moment
}

function earlier(bound: string | null, moment: string): string {
  return bound && Date.parse(bound) < Date.parse(moment) ? bound : moment
}

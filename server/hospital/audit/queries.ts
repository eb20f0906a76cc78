import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../../../contract/api/page.ts'
import { type AuditFilter, type AuditRecord, followAction } from '../../../contract/hospital/audit.ts'
import { idsIn } from '../../../contract/hospital/audit-words.ts'
import type { Database } from '../../ground/db/connect.ts'
import { type Count, cursorValues, pageOfRows } from '../../ground/db/paging.ts'
import type { RecordName } from '../../ground/http/noun.ts'
import type { Lantern } from '../../ground/http/request-context.ts'
import { dayBegins, dayEnds } from '../../ground/records/days.ts'
import { sightLasts } from '../../ground/trail/patient-sets.ts'
import {
  countEntries,
  countEntriesAdded,
  entries,
  entriesExporting,
  entriesNaming,
  entriesShowing,
  exportingActions,
} from './entries.ts'
import { receipts, receiptsOf } from './receipts.ts'
import { milliseconds, newestFirst, placeKinds, placeOf, type Search, type Trace } from './trace.ts'

/** The database of the trail, and the names of the records that it refers to by id. */
type Trail = Pick<Lantern, 'db' | 'recordNames'>

interface Request {
  limit: number
  cursor?: string | undefined
}

/** A page of the trail, newest first. */
export async function auditPage(
  trail: Trail,
  filter: AuditFilter,
  request: Request,
): Promise<Page<AuditRecord>> {
  const { db } = trail
  const whole = await searchOf(db, filter, request.limit + 1)
  const traces = await newestOf(db, { ...whole, after: placeAfter(request.cursor) })
  const total = await count(db, whole)
  const sorted = traces.map((trace) => {
    const [sort0, sort1, sort2, sort3] = placeOf(trace)
    return { ...trace, sort0, sort1, sort2, sort3 }
  })
  const { items, ...page } = pageOfRows(sorted, request, total)
  return { ...page, items: await named(trail, items) }
}

async function searchOf(db: Database, filter: AuditFilter, rows: number): Promise<Search> {
  return { ...filter, ...(await period(db, filter)), after: null, notBefore: null, rows }
}

/** Entries read at a time: memory holds these, however many match. */
const chunk = 1000

/** All of the trail that matches, newest first. */
export async function* wholeTrail(trail: Trail, filter: AuditFilter): AsyncGenerator<AuditRecord> {
  const { db } = trail
  const search = await searchOf(db, filter, chunk)
  for (let after: Search['after'] = null; ; ) {
    const traces = await newestOf(db, { ...search, after })
    yield* await named(trail, traces)
    after = traces.at(-1) ?? null
    if (traces.length < chunk) return
  }
}

/** The entry that was added last. */
export async function newestEntry(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select max(id) as id from audit_entry`.execute(db)
  return rows[0]?.id ?? 0
}

/** How many matching entries were added after one, up to the bound; not what their reader read meanwhile. */
export async function countAdded(
  db: Database,
  filter: AuditFilter,
  added: { since: number; reader: string },
): Promise<Count> {
  if (!holdsEntries(filter)) return { total: 0, isAtLeast: false }
  const counted = await countEntriesAdded(db, await searchOf(db, filter, 0), {
    ...added,
    most: mostAdded + 1,
  })
  return { total: Math.min(counted, mostAdded), isAtLeast: counted > mostAdded }
}

const mostAdded = 99

function placeAfter(cursor: string | undefined): Search['after'] {
  const values = cursorValues({ cursor }, placeKinds)
  if (!values) return null
  const [at, isLive, entryId, liveId] = values
  return { at: String(at), isLive: isLive === 1 ? 1 : 0, entryId: Number(entryId), liveId: String(liveId) }
}

/** The hospital's days, as PostgreSQL says when they begin. */
async function period(db: Database, { from, to }: AuditFilter): Promise<Pick<Search, 'from' | 'until'>> {
  if (!from && !to) return { from: null, until: null }
  const { rows } = await sql<Pick<Search, 'from' | 'until'>>`
    select ${from ? dayBegins(from) : null} as from, ${to ? dayEnds(to) : null} as until
  `.execute(db)
  return rows[0] ?? { from: null, until: null }
}

async function newestOf(db: Database, search: Search): Promise<Trace[]> {
  const found: Trace[] = []
  for (const source of sourcesOf(search)) {
    const notBefore = found[search.rows - 1]?.at ?? null
    found.push(...(await source(db, { ...search, notBefore })))
    found.sort(newestFirst).splice(search.rows)
  }
  return found
}

type Source = (db: Database, search: Search) => Promise<Trace[]>

/** The sources of a search's rows; each returns its newest ones. */
function sourcesOf(search: Search): Source[] {
  const { patientId, action, kind } = search
  const told = mayBeTold(search) ? [toldLive] : []
  if (!holdsEntries({ action, kind })) return told
  if (!patientId) return [entries, ...told]
  const isExport = action === undefined || exportingActions.includes(action)
  const exporting = isExport && mayBe(kind, 'exported') ? [entriesExporting] : []
  if (kind === 'exported') return [entriesNaming, ...exporting]
  return [entriesNaming, entriesShowing, ...exporting, ...told]
}

/** Live events are about patients. */
function mayBeTold({ accountId, action, kind }: Search): boolean {
  return !accountId && mayBe(action, followAction) && mayBe(kind, 'received')
}

function mayBe(wanted: string | undefined, one: string): boolean {
  return wanted === undefined || wanted === one
}

function holdsEntries({ action, kind }: Pick<Search, 'action' | 'kind'>): boolean {
  return action !== followAction && kind !== 'received'
}

/** Without a person, there is no order to read them in. */
async function toldLive(db: Database, search: Search): Promise<Trace[]> {
  const { patientId, staffId } = search
  if (staffId) return receiptsOf(db, search)
  return patientId ? receipts(db, patientId, search) : []
}

/** Above this count the trail says 'more than', because each entry is looked up among millions. */
const mostCounted = 200

/** Counted up to the bound; what screens were told, only where entries leave room for it. */
async function count(db: Database, whole: Search): Promise<Count> {
  const most = mostCounted + 1
  let counted = holdsEntries(whole) ? await countEntries(db, whole, most) : 0
  if (counted < most && mayBeTold(whole)) {
    counted += (await toldLive(db, { ...whole, rows: most - counted })).length
  }
  return { total: Math.min(counted, mostCounted), isAtLeast: counted > mostCounted }
}

/** How many patients of a list are named. */
const mostNamed = 5

interface Sight {
  id: string
  patientIds: string[]
  patientCount: number
}

/** Traces with the names of who did it and whom it shows. */
async function named({ db, recordNames }: Trail, traces: readonly Trace[]): Promise<AuditRecord[]> {
  const sights = await sightsOf(db, traces)
  const shownBy = ({ sightId, patientIds }: Trace) =>
    sights.get(sightId ?? '') ?? { patientIds, patientCount: patientIds.length }
  const patientIds = traces.flatMap((trace) => shownBy(trace).patientIds)
  const patients = await byId<AuditRecord['patients'][number]>(
    db,
    sql`select id, mrn, first_name as "firstName", last_name as "lastName" from patient`,
    patientIds,
  )
  const staff = await byId<{ id: string; name: string }>(
    db,
    sql`select id, name from staff`,
    traces.map(({ staffId }) => staffId),
  )
  const names = await byId<RecordName>(
    db,
    sql`select * from (${recordNames}) named (id, name)`,
    traces.flatMap(({ subjectId, changes }) => [subjectId ?? [], idsIn(changes)].flat()),
  )
  return traces.map((trace) => {
    const { staffId, moment, liveId, entryId, isLive, sightId: _, ...rest } = trace
    const shown = shownBy(trace)
    return {
      ...rest,
      id: isLive ? `${liveId} ${moment}` : String(entryId),
      at: moment,
      staff: staffId ? { id: staffId, name: staff.get(staffId)?.name ?? null } : null,
      patients: shown.patientIds.flatMap((id) => patients.get(id) ?? []),
      patientCount: shown.patientCount,
      names: namesIn(trace, names),
    }
  })
}

function namesIn({ subjectId, changes }: Trace, names: Map<string, { name: string }>): AuditRecord['names'] {
  const ids = [subjectId ?? [], idsIn(changes)].flat()
  return Object.fromEntries(ids.flatMap((id) => (names.has(id) ? [[id, names.get(id)?.name ?? '']] : [])))
}

async function sightsOf(db: Database, traces: readonly Trace[]): Promise<Map<string, Sight>> {
  const referring = traces.filter(({ sightId }) => sightId)
  const [newest, oldest] = [referring[0], referring.at(-1)]
  if (!newest || !oldest) return new Map()
  const { rows } = await sql<Sight>`
    select id, patient_ids[1:${sql.lit(mostNamed)}] as "patientIds", cardinality(patient_ids) as "patientCount"
    from audit_sight where id = any (${referring.map(({ sightId }) => sightId)}::uuid[])
      and at > ${oldest.at}::timestamptz - ${milliseconds(sightLasts)} and at <= ${newest.at}::timestamptz
  `.execute(db)
  return new Map(rows.map((sight) => [sight.id, sight]))
}

async function byId<Row extends { id: string }>(
  db: Database,
  select: RawBuilder<unknown>,
  ids: readonly (string | null)[],
): Promise<Map<string, Row>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<Row>`${select} where id = any (${wanted}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

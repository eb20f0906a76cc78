import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '../../../contract/api/page.ts'
import {
  type DuplicateList,
  type DuplicatePair,
  type DuplicateRecord,
  type DuplicateSummary,
  mostPairsCounted,
} from '../../../contract/people/duplicates/duplicates.ts'
import { type Band, bands } from '../../../contract/search/patient-likeness.ts'
import type { Database } from '../../ground/db/connect.ts'
import { type PageRequest, readPage } from '../../ground/db/paging.ts'
import { createMeasure, type Known, readKnown, seenOf } from './compare.ts'

interface PairRow {
  id: string
  oneId: string
  otherId: string
  band: Band
  because: DuplicatePair['reasons']
  seen: string
  decidedBy: string | null
  decidedAt: string | null
  note: string | null
}

const columns = sql`
  pair.id, pair.one_id as "oneId", pair.other_id as "otherId", pair.band, pair.because, pair.seen,
  decider.name as "decidedBy", pair.decided_at as "decidedAt", pair.note`
const joins = sql`left join staff decider on decider.id = pair.decided_by`

const isCurrent = (id: string) =>
  sql`exists (select from patient where patient.id = ${sql.ref(id)} and patient.retired_at is null)`

function isOf(band: DuplicateList): RawBuilder<SqlBool> {
  const both = sql`${isCurrent('pair.one_id')} and ${isCurrent('pair.other_id')}`
  return band === 'decided'
    ? sql`pair.verdict is not null and ${both}`
    : sql`pair.verdict is null and pair.band = ${sql.lit(band)} and ${both}`
}

export async function pairPage(
  db: Database,
  band: DuplicateList,
  request: PageRequest,
): Promise<Page<DuplicatePair>> {
  const page = await readPage<PairRow>(db, request, {
    table: 'duplicate_pair',
    alias: 'pair',
    shown: columns,
    joins,
    where: isOf(band),
    order: band === 'decided' ? { decided_at: 'moment', id: 'id' } : { weight: 'number', id: 'id' },
    direction: 'desc',
  })
  return { ...page, items: await withRecords(db, page.items) }
}

export async function pairById(db: Database, id: string): Promise<DuplicatePair | undefined> {
  const { rows } = await sql<PairRow>`
    select ${columns} from duplicate_pair pair ${joins} where pair.id = ${id}
  `.execute(db)
  const [pair] = await withRecords(db, rows)
  return pair
}

/** The pairs with both records as they are now. Where one was changed since they were compared, the reasons are found anew. */
async function withRecords(db: Database, rows: readonly PairRow[]): Promise<DuplicatePair[]> {
  const known = await readKnown(db, [...new Set(rows.flatMap(({ oneId, otherId }) => [oneId, otherId]))])
  const present = rows.flatMap((row) => {
    const [one, other] = [known.get(row.oneId), known.get(row.otherId)]
    return one && other ? [{ row, records: inOrder(one, other), mark: seenOf(one, other) }] : []
  })
  const changed = present.filter(({ row, mark }) => row.seen !== mark)
  const likenesses =
    changed.length > 0
      ? await createMeasure()(
          db,
          changed.map(({ records }) => records),
        )
      : []
  return present.map((one): DuplicatePair => {
    const { row, records, mark } = one
    const anew = likenesses[changed.indexOf(one)]
    return {
      id: row.id,
      band: anew?.band ?? row.band,
      reasons: anew?.reasons.map(({ weight: _, ...reason }) => reason) ?? row.because,
      records: records.map(recordOf),
      mark,
      decision:
        row.decidedBy !== null && row.decidedAt !== null
          ? { by: row.decidedBy, at: row.decidedAt, note: row.note }
          : null,
    }
  })
}

const inOrder = (one: Known, other: Known): readonly [Known, Known] =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.mrn < other.mrn)
    ? [one, other]
    : [other, one]

function recordOf({ identifiers, ...patient }: Known): DuplicateRecord {
  return { ...patient, identifiers: identifiers.map(({ system, value }) => ({ system, value })) }
}

export async function summary(db: Database): Promise<DuplicateSummary> {
  const count = (band: DuplicateList) => sql`(
    select count(*)::int from (
      select from duplicate_pair pair where ${isOf(band)} limit ${sql.lit(mostPairsCounted)}) counted) as ${sql.ref(band)}`
  const { rows } = await sql<DuplicateSummary>`
    select ${sql.join([...bands, 'decided' as const].map(count))},
      exists (select from duplicate_due) as "isComparing",
      coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'groups', groups) order by kind)
        from (select kind, count(*) as groups from duplicate_block group by kind) counted), '[]') as skipped
  `.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('no summary of duplicates')
  return counted
}

/** A pair that others who decide about it wait for. */
export async function lockPair(trx: Database, id: string): Promise<PairRow | undefined> {
  await sql`select from duplicate_pair where id = ${id} for no key update`.execute(trx)
  const { rows } = await sql<PairRow>`
    select ${columns} from duplicate_pair pair ${joins} where pair.id = ${id}
  `.execute(trx)
  return rows[0]
}

/** Keeps the digest of what the decision was about. */
export async function decide(
  trx: Database,
  id: string,
  { mark, note, staffId, now }: { mark: string; note: string | null; staffId: string; now: Date },
): Promise<void> {
  await sql`
    update duplicate_pair set verdict = 'NOT_DUPLICATES', seen = ${mark}, note = ${note}, decided_by = ${staffId},
      decided_at = ${now}
    where id = ${id}
  `.execute(trx)
}

export async function takeBack(trx: Database, id: string): Promise<void> {
  await sql`
    update duplicate_pair set verdict = null, note = null, decided_by = null, decided_at = null where id = ${id}
  `.execute(trx)
}

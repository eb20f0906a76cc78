import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '../../../contract/api/page.ts'
import type {
  ImportBatch,
  ImportRow,
  ImportState,
  ListedImport,
  RowState,
} from '../../../contract/people/imports/imports.ts'
import type { Database } from '../../ground/db/connect.ts'
import { type PageRequest, readPage } from '../../ground/db/paging.ts'
import { streamList } from '../../ground/db/stream.ts'

const listed = sql`
  batch.id, batch.kind, batch.state, batch.file_name as "fileName", batch.bytes, batch.rows,
  batch.is_mapped_as_before as "isMappedAsBefore", jsonb_build_object('ready', batch.ready, 'known', batch.known,
    'possible', batch.possible, 'rejected', batch.rejected, 'imported', batch.imported, 'removed', batch.removed,
    'kept', batch.kept) as counts,
  batch.done, batch.total, batch.worked_since as "workedSince", batch.problem_words as problem, (
    select jsonb_build_object('id', earlier.id, 'fileName', earlier.file_name, 'at', iso(earlier.created_at), 'by', by.name)
    from import_batch earlier join staff by on by.id = earlier.made_by
    where earlier.file_hash = batch.file_hash and earlier.kind = batch.kind and earlier.created_at < batch.created_at
      and earlier.imported > 0
    order by earlier.created_at desc limit 1) as "sameFile",
  maker.name as "madeBy", batch.created_at as "madeAt", batch.ended_at as "endedAt",
  batch.rows_deleted_at is not null as "areRowsGone", batch.version`

const columns = sql`${listed}, batch.columns, batch.mapping`
const joins = sql`join staff maker on maker.id = batch.made_by`

export async function batchesWith(db: Database, ids: readonly string[]): Promise<ImportBatch[]> {
  const { rows } = await sql<ImportBatch>`
    select ${columns} from import_batch batch ${joins} where batch.id = any (${ids}::uuid[])
  `.execute(db)
  return rows
}

export async function batchById(db: Database, id: string): Promise<ImportBatch | undefined> {
  const [batch] = await batchesWith(db, [id])
  return batch
}

export function batchPage(db: Database, request: PageRequest): Promise<Page<ListedImport>> {
  return readPage(db, request, {
    table: 'import_batch',
    alias: 'batch',
    shown: listed,
    joins,
    where: sql<SqlBool>`true`,
    order: { created_at: 'moment', id: 'id' },
    direction: 'desc',
  })
}

/** Until everything is checked, rows have no state, or that of an earlier check; a discarded import may be left so. */
const statesWithoutRows = [
  'UPLOADING',
  'READING',
  'UNREADABLE',
  'READ',
  'CHECKING',
  'DISCARDED',
] as const satisfies readonly ImportState[]

const inState = (state: RowState | undefined): RawBuilder<SqlBool> =>
  state ? sql`state = ${state}` : sql`true`

export function rowPage(
  db: Database,
  batchId: string,
  state: RowState | undefined,
  request: PageRequest,
): Promise<Page<ImportRow>> {
  return readPage(db, request, {
    table: 'import_row',
    alias: 'line',
    shown: sql`line.line, line.state, line.cells, line.problems, case when patient.id is not null then
      jsonb_build_object('id', patient.id, 'mrn', patient.mrn, 'name', patient.first_name || ' ' || patient.last_name) end
      as patient`,
    joins: sql`left join patient on patient.id = coalesce((line.record ->> 'patientId')::uuid, line.record_id)`,
    // The import's state is read with its rows, because a new mapping may take the check back meanwhile.
    where: sql<SqlBool>`batch_id = ${batchId} and ${inState(state)} and exists (
      select from import_batch where id = ${batchId} and state <> all(${sql.val([...statesWithoutRows])}))`,
    order: { line: 'number' },
    direction: 'asc',
  })
}

export interface RejectedRow {
  cells: string[]
  problems: { message: string }[]
}

/** All rejected rows as they are now, in their order. */
export function rejectedRows(db: Parameters<typeof streamList>[0], batchId: string) {
  return streamList<RejectedRow>(db, {
    table: 'import_row',
    alias: 'line',
    shown: sql`line.cells, line.problems`,
    where: sql<SqlBool>`batch_id = ${batchId} and state = 'REJECTED'`,
    order: { line: 'number' },
    direction: 'asc',
  })
}

/** The rows that a column of counts stands for. */
export const countColumns = {
  READY: 'ready',
  KNOWN: 'known',
  POSSIBLE: 'possible',
  REJECTED: 'rejected',
  IMPORTED: 'imported',
  REMOVED: 'removed',
  KEPT: 'kept',
} as const satisfies Record<RowState, string>

/** Counts the rows of a batch anew. */
export async function countRows(db: Database, batchId: string): Promise<void> {
  const assigned = Object.entries(countColumns).map(
    ([state, column]) =>
      sql`${sql.ref(column)} = coalesce((select n from counted where state = ${sql.lit(state)}), 0)`,
  )
  await sql`
    with counted as (
      select state, count(*)::integer as n from import_row where batch_id = ${batchId} group by state)
    update import_batch set ${sql.join(assigned)} where id = ${batchId}
  `.execute(db)
}

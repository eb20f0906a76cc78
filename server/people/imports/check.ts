import { sql } from 'kysely'
import type { Database } from '../../ground/db/connect.ts'
import type { KindRules, RowProblem } from './kind-rules.ts'
import { kinds } from './kinds.ts'
import { countRows } from './queries.ts'
import type { StepContext, StepDone } from './step.ts'

const rowsAtOnce = 1000

interface Checked {
  line: number
  state: 'READY' | 'KNOWN' | 'POSSIBLE' | 'REJECTED'
  record: object | null
  problems: RowProblem[]
  recordId: string | null
}

/** Checks the next rows of a batch; after the last, which of them repeat others. Nothing is added. */
export async function checkStep({ trx, batch }: StepContext): Promise<StepDone> {
  const kind = kinds[batch.kind]
  const rows = await trx
    .selectFrom('import_row')
    .select(['line', 'cells'])
    .where('batch_id', '=', batch.id)
    .where('line', '>', batch.nextLine)
    .orderBy('line')
    .limit(rowsAtOnce)
    .execute()
  const last = rows.at(-1)
  if (!last) {
    // The planner has no statistics of new rows yet, and would choose a nested loop.
    await sql`set local enable_nestloop = off`.execute(trx)
    await kind.markRepeated(trx, batch.id)
    await sql`update import_batch set state = 'CHECKED', worked_since = null where id = ${batch.id}`.execute(
      trx,
    )
    await countRows(trx, batch.id)
    return { isOver: true }
  }
  const read = await kind.reader(trx, batch.mapping, batch.columns, await todayOf(trx))
  const checked = rows.map(({ line, cells }): Checked => {
    const { record, problems } = read(cells)
    return { line, state: record ? 'READY' : 'REJECTED', record, problems, recordId: null }
  })
  await resolve(trx, kind, checked)
  const readable = checked.flatMap(({ line, record }) => (record ? [{ line, record }] : []))
  const there = new Map((await kind.onRecord(trx, readable)).map((one) => [one.line, one]))
  for (const row of checked) {
    const found = there.get(row.line)
    if (!found) continue
    row.state = found.state
    row.recordId = found.recordId
    row.problems = [{ column: null, message: found.message }]
  }
  await sql`
    update import_row set state = given.state, record = given.record, problems = given.problems, record_id = given."recordId"
    from jsonb_to_recordset(${JSON.stringify(checked)}::jsonb) as given(line integer, state text, record jsonb, problems jsonb,
      "recordId" uuid)
    where batch_id = ${batch.id} and import_row.line = given.line
  `.execute(trx)
  const many = (state: Checked['state']) => checked.filter((row) => row.state === state).length
  await sql`
    update import_batch set next_line = ${last.line}, done = done + ${rows.length}, ready = ready + ${many('READY')},
      known = known + ${many('KNOWN')}, possible = possible + ${many('POSSIBLE')}, rejected = rejected + ${many('REJECTED')}
    where id = ${batch.id}
  `.execute(trx)
  return { isOver: false }
}

/** Puts the records that rows name into their own, or rejects the rows. */
async function resolve(db: Database, kind: KindRules, checked: Checked[]): Promise<void> {
  if (!kind.resolve) return
  const named = checked.flatMap(({ line, record }) => (record ? [{ line, record }] : []))
  const resolved = await kind.resolve(db, named)
  for (const row of checked) {
    const found = resolved.get(row.line)
    if (!found) continue
    row.record = found.problem ? null : found.record
    if (!found.problem) continue
    row.state = 'REJECTED'
    row.problems = [{ column: null, message: found.problem }]
  }
}

async function todayOf(db: Database): Promise<string> {
  const { rows } = await sql<{ today: string }>`select hospital_today()::text as today`.execute(db)
  return rows[0]?.today ?? ''
}

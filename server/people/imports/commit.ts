import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../ground/db/types.ts'
import { violatedConstraint } from '../../ground/http/errors.ts'
import { leaveEntry } from '../../ground/trail/write.ts'
import type { KindRules, PreparedRow, RowProblem, Worker } from './kind-rules.ts'
import { kinds, patientsOf } from './kinds.ts'
import { countRows } from './queries.ts'
import type { StepContext, StepDone } from './step.ts'

const rowsAtOnce = 200

interface Outcome {
  line: number
  state: 'IMPORTED' | 'KNOWN' | 'POSSIBLE' | 'REJECTED'
  recordId: string | null
  /** Sentences beside those of the check. */
  said: RowProblem[]
}

/** Adds the next rows that are ready, with one entry in the trail; what came on record since the check is left out. */
export async function commitStep(context: StepContext): Promise<StepDone> {
  const { trx, batch, now } = context
  const kind = kinds[batch.kind]
  const by = { staffId: batch.workedBy, now }
  const chosen = batch.mapping.importsPossible ? ['READY', 'POSSIBLE'] : ['READY']
  const rows = await trx
    .selectFrom('import_row')
    .select(['line', 'state', 'record'])
    .where('batch_id', '=', batch.id)
    .where('line', '>', batch.nextLine)
    .where('state', 'in', chosen)
    .orderBy('line')
    .limit(rowsAtOnce)
    .$castTo<{ line: number; state: string; record: object }>()
    .execute()
  const last = rows.at(-1)
  if (!last) {
    await sql`
      update import_batch set state = 'COMMITTED', worked_since = null, ended_at = ${now} where id = ${batch.id}
    `.execute(trx)
    await countRows(trx, batch.id)
    return { isOver: true, lists: 'added' }
  }
  const there = (await kind.onRecord(trx, rows)).filter(
    ({ line, state }) => state === 'KNOWN' || rows.some((row) => row.line === line && row.state === 'READY'),
  )
  const left = new Set(there.map(({ line }) => line))
  const prepared = rows
    .filter(({ line }) => !left.has(line))
    .map(({ line, record }) => ({ line, record, id: randomUUID() }))
  await sql`set local lantern.quiet = 'on'`.execute(trx)
  const refused = context.isOneByOne ? await addOneByOne(trx, kind, prepared, by) : new Map<number, string>()
  const outcomes: Outcome[] = [
    ...there.map(({ line, state, recordId, message }) => ({
      line,
      state,
      recordId,
      said: [{ column: null, message }],
    })),
    ...prepared.map(({ line, id }): Outcome => {
      const message = refused.get(line)
      return message
        ? { line, state: 'REJECTED', recordId: null, said: [{ column: null, message }] }
        : { line, state: 'IMPORTED', recordId: id, said: [] }
    }),
  ]
  await sql`
    update import_row set state = given.state, record_id = given."recordId", problems = problems || given.said
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as given(line integer, state text, "recordId" uuid, said jsonb)
    where batch_id = ${batch.id} and import_row.line = given.line
  `.execute(trx)
  const added = prepared.filter(({ line }) => !refused.has(line))
  if (added.length > 0)
    await leaveEntry(trx, {
      at: now,
      staffId: batch.workedBy,
      action: 'importRecords',
      subjectId: batch.id,
      patientIds: patientsOf(kind, added),
      changes: { imported: added.length },
      address: '',
      requestId: '',
      outcome: 'done',
    })
  const were = (state: string) => rows.filter((row) => row.state === state).length
  const are = (state: Outcome['state']) => outcomes.filter((row) => row.state === state).length
  await sql`
    update import_batch set next_line = ${last.line}, done = done + ${rows.length}, ready = ready - ${were('READY')},
      possible = possible - ${were('POSSIBLE')} + ${are('POSSIBLE')}, known = known + ${are('KNOWN')},
      rejected = rejected + ${are('REJECTED')}, imported = imported + ${are('IMPORTED')}
    where id = ${batch.id}
  `.execute(trx)
  // The records come last, so that registrations wait for their numbers briefly.
  if (!context.isOneByOne && prepared.length > 0) await kind.add(trx, prepared, by)
  return { isOver: false, lists: 'added' }
}

/** Adds each by itself, and returns the sentences for those that the database refused. */
async function addOneByOne(trx: Transaction<DB>, kind: KindRules, rows: readonly PreparedRow[], by: Worker) {
  const refused = new Map<number, string>()
  for (const row of rows) {
    await sql`savepoint one_row`.execute(trx)
    try {
      await kind.add(trx, [row], by)
      await sql`release savepoint one_row`.execute(trx)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!/^2[23]/.test(code)) throw error
      await sql`rollback to savepoint one_row`.execute(trx)
      refused.set(row.line, kind.refusal(violatedConstraint(error)))
    }
  }
  return refused
}

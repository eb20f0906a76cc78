import { sql } from 'kysely'
import { leaveEntry } from '../../ground/trail/write.ts'
import type { PreparedRow } from './kind-rules.ts'
import { kinds, patientsOf } from './kinds.ts'
import { countRows } from './queries.ts'
import type { StepContext, StepDone } from './step.ts'

const rowsAtOnce = 200

/** Removes the next records that the import added; those that have been used since are kept, with the reason. */
export async function undoStep({ trx, batch, now }: StepContext): Promise<StepDone> {
  const rows = await trx
    .selectFrom('import_row')
    .select(['line', 'record_id as id', 'record'])
    .where('batch_id', '=', batch.id)
    .where('line', '>', batch.nextLine)
    .where('state', '=', 'IMPORTED')
    .orderBy('line')
    .limit(rowsAtOnce)
    .$castTo<PreparedRow>()
    .execute()
  const last = rows.at(-1)
  if (!last) {
    await sql`
      update import_batch set state = 'UNDONE', worked_since = null, ended_at = ${now} where id = ${batch.id}
    `.execute(trx)
    await countRows(trx, batch.id)
    return { isOver: true, lists: 'removed' }
  }
  await sql`set local lantern.quiet = 'on'`.execute(trx)
  const { kept } = await kinds[batch.kind].remove(
    trx,
    rows.map(({ id }) => id),
    { staffId: batch.workedBy, now },
  )
  const outcomes = rows.map(({ line, id }) => {
    const message = kept.get(id)
    return { line, state: message ? 'KEPT' : 'REMOVED', said: message ? [{ column: null, message }] : [] }
  })
  await sql`
    update import_row set state = given.state, problems = problems || given.said
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as given(line integer, state text, said jsonb)
    where batch_id = ${batch.id} and import_row.line = given.line
  `.execute(trx)
  const gone = rows.filter(({ id }) => !kept.has(id))
  if (gone.length > 0)
    await leaveEntry(trx, {
      at: now,
      staffId: batch.workedBy,
      action: 'removeImported',
      subjectId: batch.id,
      patientIds: patientsOf(kinds[batch.kind], gone),
      changes: { removed: gone.length },
      address: '',
      requestId: '',
      outcome: 'done',
    })
  await sql`
    update import_batch set next_line = ${last.line}, done = done + ${rows.length}, removed = removed + ${gone.length},
      kept = kept + ${kept.size}, imported = imported - ${rows.length}
    where id = ${batch.id}
  `.execute(trx)
  return { isOver: false, lists: 'removed' }
}

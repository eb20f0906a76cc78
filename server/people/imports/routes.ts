import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { FieldError } from '../../../contract/api/errors.ts'
import { headerWords } from '../../../contract/people/imports/fields.ts'
import {
  checkImport,
  commitImport,
  discardImport,
  editImportMapping,
  exportImportRejects,
  type ImportAct,
  type ImportBatch,
  type ImportKind,
  type ImportState,
  importKindNames,
  largestImport,
  listImportRows,
  listImports,
  mayNow,
  readImport,
  sendImportPart,
  startImport,
  stopImport,
  undoImport,
} from '../../../contract/people/imports/imports.ts'
import type { DB } from '../../ground/db/types.ts'
import { Refusal } from '../../ground/http/errors.ts'
import type { WriteCall } from '../../ground/http/request-context.ts'
import { serve } from '../../ground/http/serve.ts'
import { csvOfCells } from '../../ground/records/csv.ts'
import { type EditedKind, editRecord, recordById, updateRow } from '../../ground/records/record.ts'
import { kinds } from './kinds.ts'
import * as queries from './queries.ts'
import { headersHash, problemHeader } from './read-file.ts'

const importRecord: EditedKind<ImportBatch> = {
  called: 'the mapping of this import',
  gone: 'There is no such import.',
  read: queries.batchById,
  changedBy: [editImportMapping],
  audited: ['mapping'],
}

/** How an import is described where something can't be done with it. */
const stateWords: Record<ImportState, string> = {
  UPLOADING: 'its file has not arrived yet',
  READING: 'its file is being read',
  UNREADABLE: 'its file can’t be read',
  READ: 'it has not been checked',
  CHECKING: 'it is being checked',
  CHECKED: 'it has been checked, and nothing was added',
  COMMITTING: 'it is being committed',
  STOPPED: 'it was stopped',
  COMMITTED: 'it is complete',
  UNDOING: 'it is being undone',
  UNDONE: 'it was undone',
  DISCARDED: 'it was discarded',
}

/** The states in which a check or a commit ends, or was stopped by somebody else. */
const overBeforeStop: readonly ImportState[] = ['READ', 'CHECKED', 'STOPPED', 'COMMITTED']

/** The import as it is, and as it stays until the transaction ends. @throws Refusal where this can't be done with it now */
async function lockedFor(trx: Transaction<DB>, id: string, act: ImportAct | 'send'): Promise<ImportBatch> {
  await sql`select from import_batch where id = ${id} for no key update`.execute(trx)
  const batch = await recordById(trx, importRecord, id)
  const isPossible =
    act === 'send'
      ? batch.state === 'UPLOADING'
      : mayNow(act, batch.state) || (act === 'stop' && overBeforeStop.includes(batch.state))
  if (!isPossible)
    throw new Refusal('import_moved_on', `This import has moved on: ${stateWords[batch.state]}.`)
  if (act !== 'discard' && batch.areRowsGone)
    throw new Refusal('import_moved_on', 'The rows of this import were deleted 30 days after its end.')
  return batch
}

type Act = Pick<WriteCall<typeof checkImport>, 'trx' | 'params' | 'staff' | 'now' | 'audit'>

/** Moves an import on from a state. */
async function move(call: Act, from: ImportState, values: RawBuilder<unknown>): Promise<ImportBatch> {
  const { trx, params, audit } = call
  await sql`update import_batch set ${values}, updated_at = now() where id = ${params.id}`.execute(trx)
  const batch = await recordById(trx, importRecord, params.id)
  audit.changes = { state: [from, batch.state] }
  return batch
}

/** The columns of an import that the server is about to work on. */
const work = (state: ImportState, { staff, now }: Act, total: number) => sql`
  state = ${state}, worked_by = ${staff.id}, worked_since = ${now}, total = ${total}, problem_words = null`

const refuse = (errors: FieldError[]) => {
  const [first] = errors
  if (first) throw new Refusal('invalid_input', `${first.message}.`, { errors })
}

export function importRoutes(app: FastifyInstance) {
  /** @throws Refusal where what this kind adds would never be sent */
  const refuseUnmailed = (kind: ImportKind) =>
    refuse(
      kinds[kind].isMailed && !app.lantern.outbox.sends
        ? [{ path: 'kind', message: 'Invitations are sent by e-mail, and Lantern is not set up to send any' }]
        : [],
    )

  serve(app, listImports, ({ db, query }) => queries.batchPage(db, query))

  serve(app, readImport, ({ db, params }) => recordById(db, importRecord, params.id))

  serve(app, startImport, ({ transact, body, staff }) =>
    transact(async (trx, audit) => {
      const { id } = await trx
        .insertInto('import_batch')
        .values({ kind: body.kind, file_name: body.fileName, made_by: staff.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      audit.changes = { file: body.fileName, kind: importKindNames[body.kind] }
      return recordById(trx, importRecord, id)
    }),
  )

  serve(app, sendImportPart, async (call) => {
    const { trx, params, body, audit, staff, now } = call
    const batch = await lockedFor(trx, params.id, 'send')
    const content = Buffer.from(body.content, 'base64')
    const { rows } = await sql<{
      parts: number
    }>`select parts from import_batch where id = ${params.id}`.execute(trx)
    if (rows[0]?.parts !== body.part)
      throw new Refusal('import_part_missing', `Part ${(rows[0]?.parts ?? 0) + 1} of the file comes next.`)
    if (batch.bytes + content.length > largestImport)
      throw new Refusal(
        'import_too_large',
        `The file is larger than ${largestImport / 1024 / 1024} MB. Divide it.`,
      )
    await trx.insertInto('import_part').values({ batch_id: params.id, part: body.part, content }).execute()
    await sql`
      update import_batch set parts = parts + 1, bytes = bytes + ${content.length}, updated_at = now()
        ${body.isLast ? sql`, state = 'READING', worked_by = ${staff.id}, worked_since = ${now}` : sql``}
      where id = ${params.id}
    `.execute(trx)
    audit.changes = { bytes: content.length }
    return recordById(trx, importRecord, params.id)
  })

  serve(app, editImportMapping, async (call) => {
    const { trx, params, body, staff } = call
    const batch = await lockedFor(trx, params.id, 'map')
    const mapping = body.mapping ?? batch.mapping
    const edited = await editRecord(call, importRecord, () =>
      updateRow(call, 'import_batch', { mapping: JSON.stringify(mapping), state: 'READ' }),
    )
    const headers = batch.columns.map(({ header }) => header)
    await sql`
      insert into import_profile (kind, headers_hash, headers, mapping, made_by)
      values (${batch.kind}, ${headersHash(headers)}, ${headers}::text[], ${JSON.stringify(mapping)}::jsonb, ${staff.id})
      on conflict (kind, headers_hash) do update set headers = excluded.headers, mapping = excluded.mapping,
        made_by = excluded.made_by, updated_at = now()
    `.execute(trx)
    return edited
  })

  serve(app, checkImport, async (call) => {
    const batch = await lockedFor(call.trx, call.params.id, 'check')
    const { kind, state, mapping, columns } = batch
    refuseUnmailed(kind)
    refuse(
      mapping
        ? await kinds[kind].mappingProblems(call.trx, mapping, columns)
        : [{ path: 'mapping.columns', message: 'Say what the columns are' }],
    )
    return move(
      call,
      state,
      sql`${work('CHECKING', call, batch.rows)}, next_line = 0, done = 0, ready = 0, known = 0, possible = 0, rejected = 0`,
    )
  })

  serve(app, commitImport, async (call) => {
    const { kind, state, counts, mapping } = await lockedFor(call.trx, call.params.id, 'commit')
    refuseUnmailed(kind)
    if (state === 'STOPPED')
      return move(
        call,
        state,
        sql`state = 'COMMITTING', worked_by = ${call.staff.id}, worked_since = ${call.now}, problem_words = null`,
      )
    const total = counts.ready + (mapping?.importsPossible ? counts.possible : 0)
    return move(call, state, sql`${work('COMMITTING', call, total)}, next_line = 0, done = 0`)
  })

  serve(app, stopImport, async (call) => {
    const { state } = await lockedFor(call.trx, call.params.id, 'stop')
    if (!mayNow('stop', state)) return move(call, state, sql`problem_words = problem_words`)
    // The counts of a running commit are those of its beginning.
    if (state === 'COMMITTING') await queries.countRows(call.trx, call.params.id)
    return move(
      call,
      state,
      state === 'CHECKING'
        ? sql`state = 'READ', worked_since = null, ready = 0, known = 0, possible = 0, rejected = 0`
        : sql`state = 'STOPPED', worked_since = null`,
    )
  })

  serve(app, undoImport, async (call) => {
    const { state, counts } = await lockedFor(call.trx, call.params.id, 'undo')
    return move(
      call,
      state,
      sql`${work('UNDOING', call, counts.imported)}, next_line = 0, done = 0, ended_at = null`,
    )
  })

  serve(app, discardImport, async (call) => {
    const { state } = await lockedFor(call.trx, call.params.id, 'discard')
    return move(call, state, sql`state = 'DISCARDED', worked_since = null, ended_at = ${call.now}`)
  })

  serve(app, listImportRows, async ({ db, params, query, audit }) => {
    await recordById(db, importRecord, params.id)
    const { state, ...page } = query
    const list = await queries.rowPage(db, params.id, state, page)
    audit.patientIds = [...new Set(list.items.flatMap(({ patient }) => patient?.id ?? []))]
    return list
  })

  serve(app, exportImportRejects, async ({ db, params, audit }) => {
    const { columns, fileName } = await recordById(db, importRecord, params.id)
    audit.changes = { exported: fileName }
    const headers = columns.map(({ header }) => header)
    // A file of rejected rows has the column already.
    const shown = headers.flatMap((header, at) =>
      headerWords(header) === headerWords(problemHeader) ? [] : [at],
    )
    return csvOfCells(
      [...shown.map((at) => headers[at] ?? ''), problemHeader],
      cellsOf(queries.rejectedRows(db, params.id), shown),
    )
  })
}

async function* cellsOf(rows: AsyncIterable<queries.RejectedRow>, shown: readonly number[]) {
  for await (const { cells, problems } of rows)
    yield [...shown.map((at) => cells[at] ?? ''), problems.map(({ message }) => message).join('; ')]
}

import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql, type Transaction, type Updateable } from 'kysely'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import type { Database } from '../db/connect.ts'
import type { DB } from '../db/types.ts'
import { type ConstraintMeanings, Refusal, violatedConstraint } from '../http/errors.ts'
import type { AuditNote } from '../http/request-context.ts'

/** The acts that all kinds of record share: reading one, retiring it, deleting it. */
export interface RecordKind<Row> {
  /** As a sentence goes on with it: 'this item'. */
  called: string
  /** The message if there is no such record. */
  gone: string
  read(db: Database, id: string): Promise<Row | undefined>
}

/** A record that is edited from a version. */
export interface EditedKind<Row> extends RecordKind<Row> {
  /**
   * The endpoints that make a new version of a record. Others concern it too (a print, a password's link, a stock
   * movement), but change nothing that an edit could conflict with.
   */
  changedBy: readonly Endpoint[]
  /** The fields whose change an edit's audit entry tells; all of them when left out. */
  audited?: readonly (keyof Row & string)[]
  /** The record as its audit entries write it, where that differs. */
  written?: (record: Row) => Row
}

/** The fields of an edit: one that is left out, or undefined, stays as it is. */
export type EditOf<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined }

/** The call of an edit, a retirement or a deletion, as far as it matters here. */
interface Writing {
  trx: Transaction<DB>
  params: { id: string }
  audit: AuditNote
}
interface Editing extends Writing {
  version: number
}

/** The message for a name that another record of the list has already. */
export const nameTaken = {
  code: 'name_taken',
  detail: 'This name is in the list already.',
  path: 'name',
} as const satisfies ConstraintMeanings[string]

export function found<Row>(kind: Pick<RecordKind<unknown>, 'gone'>, row: Row | undefined): Row {
  if (row === undefined) throw new Refusal('not_found', kind.gone)
  return row
}

export async function recordById<Row>(db: Database, kind: RecordKind<Row>, id: string): Promise<Row> {
  return found(kind, await kind.read(db, id))
}

/**
 * Edits a record that is still at the version that it was read at. `write` is given the record as it is, and answers
 * whether it wrote: not at another version, where the refusal shows what the record is now and who changed it, and not
 * where everything is so already. Then the record keeps its version, and nobody has changed it.
 */
export async function editRecord<Row extends { version: number }>(
  { trx, params, version, audit }: Editing,
  kind: EditedKind<Row>,
  write: (before: Row) => Promise<boolean>,
): Promise<Row> {
  const before = await recordById(trx, kind, params.id)
  const isWritten = await write(before)
  const after = await recordById(trx, kind, params.id)
  if (!isWritten && after.version !== version) {
    if (version === 0)
      throw new Refusal(
        'stale_version',
        'Part of this was hidden when you opened it. Your changes are kept.',
        {
          current: after,
        },
      )
    throw staleEdit(kind.called, after, await lastChangeOf(trx, kind, params.id))
  }
  const { written = (record: Row) => record } = kind
  audit.changes = isWritten ? changedFields(written(before), written(after), kind.audited) : null
  return after
}

/** The plain edit of a row, of the columns that have a value; whether it was at the version, and differed. */
export async function updateRow<Table extends keyof DB>(
  { trx, params, version }: Editing,
  table: Table,
  values: Updateable<DB[Table]>,
): Promise<boolean> {
  const columns = Object.entries(values).filter(([, value]) => value !== undefined)
  const assigned = columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}, `)
  const differs = columns.map(([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`)
  const updated = await sql`
    update ${sql.table(table)} set ${sql.join(assigned, sql``)} version = version + 1, updated_at = now()
    where id = ${params.id} and version = ${version} and (${sql.join([sql`false`, ...differs], sql` or `)})
  `.execute(trx)
  return (updated.numAffectedRows ?? 0n) > 0n
}

/** Takes a record out of lists and search, and keeps it. `told` is what the audit entry says. */
export async function retireRecord<Row>(
  { trx, params, audit }: Writing,
  kind: RecordKind<Row>,
  table: keyof DB,
  told: (record: Row) => AuditNote['changes'],
): Promise<{ id: string }> {
  const record = await recordById(trx, kind, params.id)
  audit.changes = told(record)
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} set retired_at = now(), version = version + 1, updated_at = now()
    where id = ${params.id} and retired_at is null returning id
  `.execute(trx)
  return found(kind, rows[0])
}

/** Deletes a record that nothing names; `uses` says by foreign key what it is in use for. */
export async function deleteRecord<Row extends { name: string }>(
  { trx, params, audit }: Writing,
  kind: RecordKind<Row>,
  table: keyof DB,
  uses: Readonly<Record<string, string>>,
): Promise<{ id: string }> {
  const { name } = await recordById(trx, kind, params.id)
  audit.changes = { deleted: name }
  const { rows } = await sql<{ id: string }>`
    delete from ${sql.table(table)} where id = ${params.id} returning id
  `
    .execute(trx)
    .catch((error: unknown) => {
      const use = uses[violatedConstraint(error) ?? '']
      throw use ? new Refusal('in_use', `${name} can’t be deleted: ${use}.`) : error
    })
  return found(kind, rows[0])
}

/** Refuses what was made from another version than `current`; a change of state that names none is its own guard. */
export async function refuseStale<Row extends { version: number }>(
  call: Writing & { version: number | undefined },
  kind: EditedKind<Row>,
  current: Row,
): Promise<void> {
  if (call.version !== undefined && call.version !== current.version)
    return refuseOutdated(call, kind, current)
}

/** Refuses what was made from another state than `current`, whatever its version. */
export async function refuseOutdated<Row extends { version: number }>(
  { trx, params }: Writing,
  kind: EditedKind<Row>,
  current: Row,
): Promise<never> {
  throw staleEdit(kind.called, current, await lastChangeOf(trx, kind, params.id))
}

/** Refuses an edit of what somebody else has changed: with the record as it is now, who changed it, and when. */
export function staleEdit(
  called: string,
  current: unknown,
  change: { by: string; at: string } | null,
): Refusal {
  const who = change?.by ?? 'Someone else'
  return new Refusal('stale_version', `${who} changed ${called}. Your changes are kept.`, {
    current,
    ...(change && { changedBy: change.by, changedAt: change.at }),
  })
}

interface LastChange {
  by: string
  at: string
}

/** A record's last change: who made it, and when; null if there was none since the audit began. */
function lastChangeOf(
  db: Database,
  { changedBy }: Pick<EditedKind<unknown>, 'changedBy'>,
  subjectId: string,
): Promise<LastChange | null> {
  const acts = changedBy.map(({ name }) => name)
  return lastChange(db, sql<boolean>`entry.subject_id = ${subjectId} and entry.action in (${sql.join(acts)})`)
}

/** The last change by an action, for something of which there is only one. */
export function lastChangeBy(db: Database, action: string): Promise<LastChange | null> {
  return lastChange(db, sql<boolean>`entry.action = ${action}`)
}

async function lastChange(db: Database, where: RawBuilder<boolean>): Promise<LastChange | null> {
  const row = await db
    .selectFrom('audit_entry as entry')
    .leftJoin('staff', 'staff.id', 'entry.staff_id')
    .select(['staff.name as by', 'entry.at'])
    .where(where)
    .where('entry.changes', 'is not', null)
    .where('entry.outcome', '=', 'done')
    .orderBy('entry.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { by: row.by ?? 'Someone', at: row.at } : null
}

const bookkeeping = new Set(['version', 'updatedAt'])

/** Each field that a change touched, with its value before and after; null when it touched none. */
export function changedFields<Row extends object>(
  before: Row,
  after: object,
  fields: readonly (keyof Row & string)[] = Object.keys(before) as (keyof Row & string)[],
): Record<string, [unknown, unknown]> | null {
  const changed = fields
    .filter((field) => !bookkeeping.has(field))
    .map((field): [string, [unknown, unknown]] => [field, [before[field], Reflect.get(after, field)]])
    .filter(([, [was, is]]) => !isDeepStrictEqual(was, is))
  return changed.length > 0 ? Object.fromEntries(changed) : null
}

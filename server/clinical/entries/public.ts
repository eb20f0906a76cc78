import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { Page } from '../../../contract/api/page.ts'
import type { EntryState } from '../../../contract/clinical/entries.ts'
import type { Database } from '../../ground/db/connect.ts'
import { type PageRequest, readPage } from '../../ground/db/paging.ts'
import type { DB } from '../../ground/db/types.ts'
import { Refusal, violatedConstraint } from '../../ground/http/errors.ts'
import type { AuditNote } from '../../ground/http/request-context.ts'
import { found, type RecordKind, recordById } from '../../ground/records/record.ts'
import { isOf, isOnRecord } from '../../people/patients/public.ts'

/** A table of clinical entries: server/ground/db/functions/clinical-entries.sql says what they share. */
type EntryTable = {
  [Table in keyof DB]: DB[Table] extends { struck_reason: unknown } ? Table : never
}[keyof DB]

export const entryGone = 'This entry doesn’t exist.'

/** Turns the error of an entry after a death into its refusal; leaves other errors as they are. */
export function entryRefusal(error: unknown): unknown {
  return violatedConstraint(error) === 'clinical_entry_before_death'
    ? new Refusal('patient_deceased', 'This patient has died. Nothing more can be recorded.')
    : error
}

/**
 * The contract's `entryTrace`, from an entry called `entry` with `entryPeople` joined to it. `isStruckByDoctor` says whether a
 * doctor struck it, where others may.
 */
export const entryColumnsBy = (
  recordedBy: RawBuilder<unknown>,
  isStruckByDoctor: RawBuilder<unknown> = sql`true`,
) => sql`
  entry.id, entry.patient_id as "patientId", entry.recorded_at as "recordedAt", ${recordedBy} as "recordedBy",
  case when entry.struck_at is not null then jsonb_build_object('at', iso(entry.struck_at), 'by', striker.name,
    'isByDoctor', ${isStruckByDoctor}, 'reason', entry.struck_reason) end as struck`
export const entryColumns = entryColumnsBy(sql`recorder.name`)

export const entryPeople = sql`
  join staff recorder on recorder.id = entry.recorded_by
  left join staff striker on striker.id = entry.struck_by`

/** How the entries of a table are read: `columns` and `joins` say one called `entry`, `trueAt` is when it was true. */
export function entryQueries<Row>(
  table: EntryTable,
  {
    columns,
    joins = entryPeople,
    trueAt = 'recorded_at',
    isCurrent = sql<SqlBool>`(entry.struck_at is null)`,
  }: EntryParts,
) {
  async function byIds(db: Database, ids: readonly string[]): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select ${columns} from ${sql.table(table)} as entry ${joins} where entry.id = any (${ids}::uuid[])
    `.execute(db)
    return rows
  }
  return {
    /** The entries of a patient's records, of that state, or of both, newest first; all that fulfil `and`. */
    page(
      db: Database,
      patientIds: readonly string[],
      { state, ...request }: PageRequest & { state?: EntryState },
      and = sql<SqlBool>`true`,
    ): Promise<Page<Row>> {
      const ofState = { current: isCurrent, past: sql<SqlBool>`not ${isCurrent}`, all: sql<SqlBool>`true` }
      return readPage(db, request, {
        table,
        alias: 'entry',
        shown: columns,
        joins,
        where: sql`${isOf(sql`entry.patient_id`, patientIds)} and ${ofState[state ?? 'all']} and ${and}`,
        order: { [trueAt]: 'moment', id: 'id' },
        direction: 'desc',
      })
    },
    async byId(db: Database, id: string): Promise<Row | undefined> {
      const [entry] = await byIds(db, [id])
      return entry
    },
    /** In no order. */
    byIds,
  }
}

interface EntryParts {
  columns: RawBuilder<unknown>
  joins?: RawBuilder<unknown>
  trueAt?: string
  /** Whether it counts, of `entry` alone; whatever is not struck through where left out. */
  isCurrent?: RawBuilder<SqlBool>
}

/** The call of a strike, as far as it matters here. */
interface Striking {
  trx: Transaction<DB>
  params: { id: string }
  body: { reason: string }
  staff: { id: string }
  audit: AuditNote
}

/** Strikes an entry through, for good, and answers it. A second one at the same moment is refused (`entry_struck`). */
export async function strikeEntry<Row>(
  { trx, params: { id }, body: { reason }, staff, audit }: Striking,
  table: EntryTable,
  kind: RecordKind<Row>,
): Promise<Row> {
  const { rows } = await sql<{ patientId: string }>`
    update ${sql.table(table)} as entry set struck_by = ${staff.id}, struck_reason = ${reason}
    from patient where entry.id = ${id} and patient.id = entry.patient_id and ${isOnRecord}
    returning entry.patient_id as "patientId"
  `.execute(trx)
  const { patientId } = found({ gone: entryGone }, rows[0])
  audit.patientIds = [patientId]
  audit.changes = { struck: reason }
  return recordById(trx, kind, id)
}

import { type InsertQueryBuilder, type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { untilTold } from '../db/trouble.ts'
import type { DB } from '../db/types.ts'
import type { AuditEntry } from '../trail/entry.ts'
import { auditInsert } from '../trail/write.ts'
import { type Repeatable, replyInsert } from './idempotency.ts'

/**
 * How a record is made, as parts of one statement: what writes it, and what reads the answer from what was written.
 * `makeRecord` adds the audit entry and the answer to a repetition, both from the row that was read, here called `made`:
 *
 *     with booked as (insert into appointment … returning *),             -- writes
 *       made as (select … from booked as appointment join patient …),     -- select
 *       audited as (insert into audit_entry … select … from made),
 *       kept as (insert into idempotent_reply … select … from made)
 *     select * from made
 *
 * A part of such a statement sees the tables as they were before it: what reads a new row names the part that wrote it.
 */
export interface NewRecord<Row> {
  writes: RawBuilder<unknown>
  /** Finds no row when nothing is to be made, and then `writes` must have left nothing behind. */
  select: RawBuilder<Row>
  /** The column of `select` that names the patient; null when it is about none. */
  patient: string | null
  /** The columns of `select` that are moments: JSON, in which the answer is kept, has them in another form. */
  moments: readonly string[]
  /** What the audit entry says was changed, as jsonb, from the row `made`. */
  changes: RawBuilder<unknown>
}

/** A record that is the row that one insert returns. */
export function newRow<Table extends keyof DB, Row>(
  insert: InsertQueryBuilder<DB, Table, Row>,
  changes: RawBuilder<unknown>,
): NewRecord<Row> {
  return {
    writes: sql`inserted as (${insert})`,
    select: sql<Row>`select * from inserted`,
    patient: null,
    moments: [],
    changes,
  }
}

/**
 * Makes a record in one statement. The locks on what numbers records (MRN, queue number) then last for the statement and
 * its commit, however busy this process is.
 */
export async function makeRecord<Row>(
  db: Database,
  record: NewRecord<Row>,
  entry: Omit<AuditEntry, 'patientIds' | 'subjectId' | 'changes'>,
  repeat: Repeatable | null,
): Promise<Row | undefined> {
  const fromMade = sql`from made`
  const audited = auditInsert(
    {
      ...entry,
      subjectId: sql`made.id`,
      patientIds: record.patient ? sql`array[${sql.ref(`made.${record.patient}`)}]` : [],
      changes: record.changes,
    },
    fromMade,
  )
  const moments = record.moments.map((name) => sql`${sql.lit(name)}, iso(${sql.ref(`made.${name}`)})`)
  const reply = sql`to_jsonb(made) || jsonb_build_object(${sql.join(moments)})`
  const kept = repeat ? sql`, kept as (${replyInsert(repeat, reply, entry.at, fromMade)})` : sql``
  const { rows } = await untilTold((asks) =>
    db.connection().execute((connection) => {
      asks()
      return sql<Row>`
        with ${record.writes}, made as (${record.select}), audited as (${audited})${kept}
        select * from made
      `.execute(connection)
    }),
  )
  return rows[0]
}

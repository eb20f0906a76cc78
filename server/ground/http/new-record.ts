import { type InsertQueryBuilder, type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { untilTold } from '../db/trouble.ts'
import type { DB } from '../db/types.ts'
import type { AuditEntry } from '../trail/entry.ts'
import { auditInsert } from '../trail/write.ts'
import { type Repeatable, replyInsert } from './idempotency.ts'

/**
 * How a record is created, as parts of one statement: one part writes it, another reads the response from what was
 * written. `makeRecord` adds the audit entry and the stored response, both from the row that was read, called `made`:
 *
 *     with booked as (insert into appointment … returning *),             -- writes
 *       made as (select … from booked as appointment join patient …),     -- select
 *       audited as (insert into audit_entry … select … from made),
 *       kept as (insert into idempotent_reply … select … from made)
 *     select * from made
 *
 * Each part of such a statement sees the tables as they were before it, so a part that reads a new row has to name the
 * part that wrote it.
 */
export interface NewRecord<Row> {
  writes: RawBuilder<unknown>
  /** Finds no row if nothing is to be created; `writes` must then have written nothing. */
  select: RawBuilder<Row>
  /** The column of `select` that names the patient; null if there is none. */
  patient: string | null
  /** The timestamp columns of `select`: the stored response is JSON, which formats them differently. */
  moments: readonly string[]
  /** The changes for the audit entry, as jsonb, from the row `made`. */
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
 * Creates a record in one statement. The locks on number sequences (MRN, queue number) are then held only for the
 * statement and its commit, however busy this process is.
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

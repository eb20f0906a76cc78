import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/connect.ts'

/** What a call leaves behind: who did what, to whose data, from where. */
export interface AuditEntry {
  at: Date
  staffId: string | null
  action: string
  subjectId: string | null
  patientIds: readonly string[]
  /** For an edit: each changed field with its value before and after. */
  changes: Record<string, unknown> | null
  address: string
  requestId: string
  /** 'done', or the code of the refusal. */
  outcome: string
}

export interface AuditTrail {
  /**
   * Notes what changed nothing: a read, a refusal, a sign-in. Written with others within a moment, so that nobody waits
   * for the disk, and apart from any transaction, which a refusal ends.
   */
  note(entry: AuditEntry): void
  /** Writes everything noted so far. */
  flush(): Promise<void>
  close(): Promise<void>
}

const everyMillis = 200
const atOnce = 400
/** While the database is away, this many entries wait in memory; reads can't happen then anyway. */
const atMost = 100_000

export function auditTrail(db: Database, onTrouble: (error: unknown) => void): AuditTrail {
  let waiting: AuditEntry[] = []
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  async function write() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, atOnce)
      await insertAuditEntries(db, batch)
      waiting = waiting.slice(batch.length)
    }
  }
  function flush(): Promise<void> {
    writing ??= write()
      .catch(onTrouble)
      .finally(() => {
        writing = null
        if (waiting.length > 0) schedule()
      })
    return writing
  }
  function schedule() {
    timer ??= setTimeout(() => {
      timer = undefined
      void flush()
    }, everyMillis)
  }
  return {
    note(entry) {
      if (waiting.length < atMost) waiting.push(entry)
      schedule()
    },
    flush,
    async close() {
      clearTimeout(timer)
      await flush()
      clearTimeout(timer)
    },
  }
}

async function insertAuditEntries(db: Database, entries: readonly AuditEntry[]) {
  const of = (field: keyof AuditEntry) => sql.ref(`entry.${field}`)
  await auditInsert(
    {
      at: of('at'),
      staffId: of('staffId'),
      action: of('action'),
      subjectId: of('subjectId'),
      patientIds: of('patientIds'),
      changes: of('changes'),
      address: of('address'),
      requestId: of('requestId'),
      outcome: of('outcome'),
    },
    sql`from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as entry(at timestamptz, "staffId" uuid, action text, "subjectId" uuid, "patientIds" uuid[], changes jsonb,
        address text, "requestId" text, outcome text)`,
  ).execute(db)
}

/** The insert of audit entries, in the transaction or the statement of a write: of values, or of what is read `from`. */
export function auditInsert(
  entry: { [Field in keyof AuditEntry]: AuditEntry[Field] | RawBuilder<unknown> },
  from: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`
    insert into audit_entry (at, staff_id, action, subject_id, patient_ids, changes, address, request_id, outcome)
    select ${entry.at}::timestamptz, ${entry.staffId}::uuid, ${entry.action}::text, ${entry.subjectId}::uuid,
      ${entry.patientIds}::uuid[], ${entry.changes}::jsonb, ${entry.address}::text, ${entry.requestId}::text,
      ${entry.outcome}::text
    ${from}`
}

import { type RawBuilder, sql } from 'kysely'
import type { Chart } from '../../../contract/api/endpoint.ts'
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'
import { Refusal } from './errors.ts'

/**
 * The patients whose records are restricted, and whether each is open to an account (record 88). The few restricted ones are
 * kept in memory, so that reading any other patient costs nothing more; whether one is open is read for each call.
 */
export interface Restrictions {
  /** Changes whenever a record is restricted or its restriction lifted: what was made before may show too much. */
  readonly generation: number
  /** The restricted ones. */
  restricted(): Promise<ReadonlySet<string>>
  /** Those of the patients whose restricted records are not open to this account. */
  closedTo(staffId: string, patientIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The patient that a record is about, by the record that stands for them; undefined if there is no such record. */
  patientOf(chart: Chart, id: string): Promise<string | undefined>
  /** Reads anew after a change by this process, whose notification would arrive a moment after the response. */
  forget(): void
}

const none: ReadonlySet<string> = new Set()

export function createRestrictions(db: Database, changes: Changes): Restrictions {
  let generation = 0
  let known: Promise<ReadonlySet<string>> | null = null

  function forget() {
    known = null
    generation++
  }
  changes.onChange(({ noun }) => {
    if (noun === 'restriction') forget()
  })
  changes.onDeaf(forget)
  changes.onGap(forget)

  async function read(): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ id: string }>`
      select id from patient where restricted_since is not null and merged_into is null
      union all
      select merged.id from patient join patient merged on merged.merged_into = patient.id
      where patient.restricted_since is not null
    `.execute(db)
    return new Set(rows.map(({ id }) => id))
  }

  function restricted(): Promise<ReadonlySet<string>> {
    // While notifications may be missed, what is kept can't be trusted.
    if (known && changes.listening) return known
    const reading = read()
    known = reading
    reading.catch(() => {
      if (known === reading) known = null
    })
    return reading
  }

  return {
    get generation() {
      return changes.listening ? generation : ++generation
    },
    restricted,
    forget,
    async closedTo(staffId, patientIds) {
      const all = await restricted()
      const asked = patientIds.filter((id) => all.has(id))
      if (asked.length === 0) return none
      const { rows } = await sql<{ id: string }>`
        select asked.id from patient asked join patient on patient.id = coalesce(asked.merged_into, asked.id)
        where asked.id = any (${asked}::uuid[]) and patient.restricted_since is not null
          and open_because(${staffId}::uuid, patient.id) is null
      `.execute(db)
      return new Set(rows.map(({ id }) => id))
    },
    async patientOf(chart, id) {
      if (chart === 'patient') return id
      const { rows } = await sql<{ patientId: string }>`
        select record_of(patient_id) as "patientId" from ${tableOf(chart)} where id = ${id}
      `.execute(db)
      return rows[0]?.patientId
    },
  }
}

export function reasonNeeded(patientId: string): Refusal {
  return new Refusal('reason_needed', 'This record is restricted. Give a reason to open it.', { patientId })
}

/** For a call that needs the record open in some cases alone. */
export async function requireOpen(
  { lantern }: { lantern: { restrictions: Restrictions } },
  { staff, audit }: { staff: { id: string }; audit: { patientIds: readonly string[] } },
  patientId: string,
): Promise<void> {
  if (!(await lantern.restrictions.closedTo(staff.id, [patientId])).has(patientId)) return
  audit.patientIds = [patientId]
  throw reasonNeeded(patientId)
}

const tableOf = (chart: Chart): RawBuilder<unknown> => sql.table(chart)

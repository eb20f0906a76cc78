import { type RawBuilder, sql } from 'kysely'
import type { AuditFilter, AuditKind } from '../../../contract/hospital/audit.ts'

/** A search, and the place in the trail where it starts going back. */
export interface Search extends Pick<AuditFilter, 'patientId' | 'staffId' | 'accountId' | 'action' | 'kind'> {
  /** The moments of the period, ISO 8601; null where it is open. */
  from: string | null
  until: string | null
  /** The place of the last row of the page before. */
  after: Place | null
  /** Older rows no longer fit on the page, as far as is known. In PostgreSQL's format. */
  notBefore: string | null
  /** How many rows are wanted. */
  rows: number
}

/** A row's place, newest first; no two are equal. Live updates stand before the entries of the same moment. */
export interface Place {
  /** As PostgreSQL writes it in UTC, with its microseconds. */
  at: string
  isLive: 0 | 1
  /** The place of an entry. */
  entryId: number
  /** The place of a live event. */
  liveId: string
}

/** An entry, or a screen that received live events, before names are added. */
export interface Trace extends Place {
  moment: string
  until: string | null
  kind: AuditKind
  staffId: string | null
  action: string
  scope: string | null
  subjectId: string | null
  patientIds: string[]
  sightId: string | null
  changes: Record<string, unknown> | null
  address: string | null
  requestId: string | null
  outcome: string
}

export const placeKinds = ['moment', 'number', 'serial', 'text'] as const

export function placeOf({ at, isLive, entryId, liveId }: Place): [string, number, number, string] {
  return [at, isLive, entryId, liveId]
}

export function newestFirst(one: Place, other: Place): number {
  const [left, right] = [placeOf(one), placeOf(other)]
  const differs = left.findIndex((value, index) => value !== right[index])
  if (differs === -1) return 0
  return (left[differs] ?? 0) < (right[differs] ?? 0) ? 1 : -1
}

/** The conditions, joined by `and`. */
export function all(conditions: readonly (RawBuilder<unknown> | false | null | undefined | '')[]) {
  const stated = conditions.filter((condition) => condition instanceof Object)
  return stated.length > 0 ? sql.join(stated, sql` and `) : sql`true`
}

export function milliseconds(count: number): RawBuilder<unknown> {
  return sql`${sql.lit(count / 1000)} * interval '1 s'`
}

/**
 * At the end of an `exists`: PostgreSQL looks for each row by an index, where it would else read everything that the
 * patient was ever shown in to join it once.
 */
export const askedForEach = sql`offset 0`

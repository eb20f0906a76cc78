import type { AuditRecord } from '../../../../contract/hospital/audit.ts'
import { pause } from '../visits.ts'

/** One act, or all that somebody looked at of one record, or in lists, without a longer pause. */
export interface LogRow {
  /** The id of the newest entry, which does not change when older entries join the row. */
  id: string
  /** Newest first. */
  entries: [AuditRecord, ...AuditRecord[]]
  /** The moment of the oldest entry. */
  from: string
  isLook: boolean
  /** The subject of its entries: the id of a record, lists, or undefined so far. */
  about: string | undefined
}

const lists = 'lists'
/** Milliseconds within which calls are of one screen: one that found nothing belongs to what the others opened. */
const together = 5000

/**
 * The log, newest first, as rows. Older entries that are loaded later join the row of theirs, which stays where it is;
 * changes, exports, prints, refusals and sign-ins are rows of their own.
 */
export function rowsOf(log: Iterable<AuditRecord>): LogRow[] {
  const rows: LogRow[] = []
  /** The last look of each person, at anything and at each thing. */
  const lastRows = new Map<string, LogRow>()
  for (const entry of log) {
    const isLook = isLookAt(entry)
    const about = isLook ? aboutOf(entry) : undefined
    const person = String(entry.staff?.id)
    const row = isLook ? rowFor(entry, about, lastRows) : undefined
    if (row) {
      row.entries.push(entry)
      row.about ??= about
      if (entry.at < row.from) row.from = entry.at
    }
    const placed = row ?? { id: entry.id, entries: [entry] as [AuditRecord], from: entry.at, isLook, about }
    if (!row) rows.push(placed)
    if (isLook) {
      lastRows.set(person, placed)
      if (placed.about) lastRows.set(`${person} ${placed.about}`, placed)
    }
  }
  return rows
}

function rowFor(entry: AuditRecord, about: string | undefined, lastRows: ReadonlyMap<string, LogRow>) {
  const person = String(entry.staff?.id)
  const last = lastRows.get(person)
  const same = about ? lastRows.get(`${person} ${about}`) : undefined
  if (same && isWithin(pause, entry, same)) return same
  return last && (!about || !last.about) && isWithin(together, entry, last) ? last : undefined
}

function isWithin(milliseconds: number, { at, until }: AuditRecord, { from }: LogRow): boolean {
  return Date.parse(from) - Date.parse(until ?? at) <= milliseconds
}

function isLookAt({ staff, outcome, changes, action }: AuditRecord): boolean {
  return staff !== null && outcome === 'done' && !changes && /^(read|list|find|summarize|follow)/.test(action)
}

function aboutOf({ kind, scope, patients, subjectId }: AuditRecord): string | undefined {
  if (scope) {
    const [told = '', id] = scope.split(':')
    if (told === 'site' || told === 'notifications') return undefined
    return told.startsWith('patient') && id ? id : lists
  }
  if (kind === 'listed') return lists
  return (kind === 'opened' ? patients[0]?.id : undefined) ?? subjectId ?? undefined
}

/** Whether older entries, which are not loaded yet, may join the row. */
export function mayGoOn({ isLook, from }: LogRow, oldest: AuditRecord | undefined): boolean {
  return isLook && oldest !== undefined && Date.parse(from) - Date.parse(oldest.at) <= pause
}

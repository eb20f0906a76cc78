import type { FastifyRequest } from 'fastify'
import type { AuditEntry } from '../trail/entry.ts'
import type { Earlier } from './attempts.ts'

/** The parts of a sign-in's entry that differ from an entry without changes. */
export type Said = Pick<AuditEntry, 'action'> & Partial<AuditEntry>

/** The entry of an act about signing in, which knows who it was only once that is done. */
export function entryOf({ ip: address, id: requestId }: FastifyRequest, at: Date, said: Said): AuditEntry {
  const blank = { staffId: null, subjectId: null, patientIds: [], changes: null, outcome: 'done' }
  return { ...blank, at, address, requestId, ...said }
}

/** The entry of an act on one's own account. */
export function ownEntry(request: FastifyRequest, id: string, action: string, at: Date): AuditEntry {
  return entryOf(request, at, { action, staffId: id, subjectId: id })
}

/** The attempts that a success has erased, for its entry: they stand nowhere else. */
export function erasedBy(earlier: Earlier | null): AuditEntry['changes'] {
  return earlier && (earlier.failures > 0 || earlier.refused > 0) ? { ...earlier } : null
}

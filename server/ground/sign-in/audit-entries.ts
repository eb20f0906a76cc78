import type { FastifyRequest } from 'fastify'
import type { AuditEntry } from '../trail/entry.ts'

/** What the entry of a sign-in says beyond that somebody did something that changed nothing. */
export type Said = Pick<AuditEntry, 'action'> & Partial<AuditEntry>

/** The entry of an act about signing in, which knows who it was only once that is done. */
export function entryOf({ ip: address, id: requestId }: FastifyRequest, at: Date, said: Said): AuditEntry {
  const blank = { staffId: null, subjectId: null, patientIds: [], changes: null, outcome: 'done' }
  return { ...blank, at, address, requestId, ...said }
}

/** What somebody does about their own account. */
export function ownEntry(request: FastifyRequest, id: string, action: string, at: Date): AuditEntry {
  return entryOf(request, at, { action, staffId: id, subjectId: id })
}

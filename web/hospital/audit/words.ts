import { type AuditKind, type AuditRecord, auditKinds } from '../../../contract/hospital/audit.ts'
import { actionWords } from '../../../contract/hospital/audit-actions.ts'
import { auditKindNames, fieldLabel, scopeWords } from '../../../contract/hospital/audit-words.ts'

/** In the order in which a visit tells them: what was looked at and done before what was merely shown. */
const order: readonly AuditKind[] = [
  'opened',
  'changed',
  'printed',
  'exported',
  'refused',
  'received',
  'listed',
  'other',
]

function thingOf({ kind, action, scope, changes }: AuditRecord): string {
  if (kind === 'received') return scopeWords(scope ?? '')
  const thing = actionWords(action)
  if (kind === 'exported') {
    const { search } = (changes?.['exported'] ?? {}) as { search?: string }
    return search ? `${thing} with “${search}”` : thing
  }
  if (kind === 'changed' && action.startsWith('edit')) {
    const fields = Object.keys(changes ?? {}).map((field) => fieldLabel(field).toLowerCase())
    return fields.length > 0 ? `${thing}: ${fields.join(', ')}` : thing
  }
  return thing
}

/** The acts of a visit, kind by kind, each once; `records` are newest first, and the acts keep their order. */
export function doneIn(records: readonly AuditRecord[]): { kind: AuditKind; things: string[] }[] {
  const counts = new Map<AuditKind, Map<string, number>>()
  for (const record of records.toReversed()) {
    const things = counts.get(record.kind) ?? new Map<string, number>()
    counts.set(record.kind, things)
    const thing = thingOf(record)
    things.set(thing, (things.get(thing) ?? 0) + 1)
  }
  return order.flatMap((kind) => {
    const things = counts.get(kind)
    if (!things) return []
    return { kind, things: [...things].map(([thing, n]) => (n > 1 ? `${thing} (${n} times)` : thing)) }
  })
}

export const kindChoices = auditKinds
  .filter((kind) => kind !== 'other')
  .map((kind) => ({ value: kind, label: auditKindNames[kind] }))

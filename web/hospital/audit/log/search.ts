import { type AuditFilter, auditKinds } from '../../../../contract/hospital/audit.ts'
import { actionWords, knownActions } from '../../../../contract/hospital/audit-actions.ts'
import { auditKindNames } from '../../../../contract/hospital/audit-words.ts'

/** The parameters of the log's address. */
export interface LogSearch {
  person?: string | undefined
  /** To whose account something was done. */
  account?: string | undefined
  patient?: string | undefined
  kind?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export function filterOf({ person, account, patient, kind, action, from, to }: LogSearch): AuditFilter {
  const known = auditKinds.find((one) => one === kind)
  return {
    ...(person && { staffId: person }),
    ...(account && { accountId: account }),
    ...(patient && { patientId: patient }),
    ...(known && { kind: known }),
    ...(action && { action }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

const failedSignIns = { kind: 'refused', action: 'signIn' } as const
const failed = 'failedSignIns'

/** Kinds as the log offers them: whose sign-in failed is looked for often enough to be one. */
export const kindChoices = auditKinds.flatMap((kind) => [
  { value: kind as string, label: kind === 'other' ? 'Sign-ins and other' : auditKindNames[kind] },
  ...(kind === 'refused' ? [{ value: failed, label: 'Failed sign-ins' }] : []),
])

export function chosenKind({ kind, action }: LogSearch): string | undefined {
  return kind === failedSignIns.kind && action === failedSignIns.action ? failed : kind
}

/** The parameters after a kind is chosen. */
export function searchOfKind(chosen: string | undefined, before: LogSearch): LogSearch {
  if (chosen === failed) return failedSignIns
  return chosenKind(before) === failed ? { kind: chosen, action: undefined } : { kind: chosen }
}

const purposes = [
  [/^print/, 'Printed: '],
  [/^export/, 'Exported: '],
  [/^(read|list|find|follow)/, 'Seen: '],
] as const

export const actionChoices = knownActions
  .map((action) => {
    const words = actionWords(action)
    const purpose = purposes.find(([shape]) => shape.test(action))?.[1]
    const isRead = purpose && !/^read a|^read the/.test(words)
    return {
      value: action,
      label: isRead ? `${purpose}${words}` : words.charAt(0).toUpperCase() + words.slice(1),
    }
  })
  .toSorted((one, other) => one.label.localeCompare(other.label))

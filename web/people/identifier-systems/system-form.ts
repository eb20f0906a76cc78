import { type CheckDigit, checkDigitNames } from '../../../contract/people/identifier-rules.ts'
import {
  type IdentifierKind,
  type IdentifierSystem,
  IdentifierSystemForm,
  identifierKindNames,
} from '../../../contract/people/identifier-systems.ts'
import type { RecordFields } from '../../ground/records/edit/differences.ts'

/** The form's values while it is filled in. */
export interface SystemValues {
  name: string
  kind: IdentifierKind | null
  pattern: string
  checkDigit: CheckDigit | null
  isExclusive: boolean
}

export const systemFields = {
  name: { label: 'Name' },
  kind: { label: 'Kind', words: (kind: IdentifierKind | null) => kind && identifierKindNames[kind] },
  pattern: { label: 'Pattern' },
  checkDigit: {
    label: 'Check digit',
    words: (checkDigit: CheckDigit | null) => checkDigit && checkDigitNames[checkDigit],
  },
  isExclusive: { label: 'One patient only', words: (isExclusive: boolean) => (isExclusive ? 'Yes' : 'No') },
} satisfies RecordFields<SystemValues>

export function systemValues(system?: IdentifierSystem): SystemValues {
  return {
    name: system?.name ?? '',
    kind: system?.kind ?? null,
    pattern: system?.pattern ?? '',
    checkDigit: system?.checkDigit ?? null,
    isExclusive: system?.isExclusive ?? true,
  }
}

export const systemSchema = IdentifierSystemForm

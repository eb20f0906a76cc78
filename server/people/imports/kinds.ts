import type { ImportKind } from '../../../contract/people/imports/imports.ts'
import type { KindRules } from './kind-rules.ts'
import { patientsKind } from './patients.ts'

export const kinds: Readonly<Record<ImportKind, KindRules>> = { PATIENTS: patientsKind }

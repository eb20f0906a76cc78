import type { ImportKind } from '../../../contract/people/imports/imports.ts'
import { appointmentsKind } from './appointments.ts'
import { bedsKind } from './beds.ts'
import type { KindRules, PreparedRow } from './kind-rules.ts'
import { patientsKind } from './patients.ts'
import { staffKind } from './staff.ts'
import { stockKind } from './stock.ts'
import { suppliersKind } from './suppliers.ts'

export const kinds: Readonly<Record<ImportKind, KindRules>> = {
  PATIENTS: patientsKind,
  SUPPLIERS: suppliersKind,
  BEDS: bedsKind,
  STOCK: stockKind,
  STAFF: staffKind,
  APPOINTMENTS: appointmentsKind,
}

/** The patients of these rows, each once. */
export function patientsOf({ patientOf }: KindRules, rows: readonly PreparedRow[]): string[] {
  return patientOf ? [...new Set(rows.map(patientOf))] : []
}

import type { FormularyMedicine } from '../../../contract/clinical/formulary/formulary.ts'
import { medicineFor } from '../../../contract/clinical/formulary/match.ts'
import { doseIn, strengthOf } from '../../../contract/clinical/formulary/strength.ts'
import type { DoseUnit } from '../../../contract/clinical/medications.ts'
import type { PrescribableMedicine } from '../../../contract/store/items.ts'

/** The unit that a medicine in the store is given in, if its name shows it. */
const forms: readonly (readonly [RegExp, DoseUnit])[] = [
  [/\b(inhaler|puffs?)\b/i, 'PUFF'],
  [/\bpatch(es)?\b/i, 'PATCH'],
  [/\bdrops?\b/i, 'DROP'],
  [/\b(cream|ointment|gel)\b/i, 'APPLICATION'],
]

interface Filled {
  /** Empty if the name doesn't say how much is given at once. */
  dose: string
  unit: DoseUnit | null
}

/**
 * The dose and unit to fill in for a medicine from the store: its strength, in the formulary's unit. The dose stays
 * empty for a liquid, because no name says how much to give, and for a patient dosed by weight, because the strength
 * may be an adult's.
 */
export function filledBy(
  { name, unit: storedIn }: Pick<PrescribableMedicine, 'name' | 'unit'>,
  formulary: readonly FormularyMedicine[],
  isByWeight: boolean,
): Filled {
  const listed = medicineFor({ name, route: null }, formulary)?.unit
  const strength = strengthOf(name)
  const form = forms.find(([words]) => words.test(name))?.[1]
  if (form) return { dose: '', unit: form }
  if (!strength) return { dose: '', unit: listed ?? (storedIn === 'tablets' ? 'TABLET' : null) }
  const unit = listed ?? strength.unit
  const dose =
    strength.millilitres === null ? doseIn({ name, dose: strength.amount, unit: strength.unit }, unit) : null
  return { dose: dose === null || isByWeight ? '' : String(dose), unit }
}

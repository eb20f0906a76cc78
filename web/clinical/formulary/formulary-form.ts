import { readDose } from '../../../contract/clinical/abbreviations.ts'
import { FormularyForm, type FormularyMedicine } from '../../../contract/clinical/formulary/formulary.ts'
import { perKilogramWords } from '../../../contract/clinical/formulary/strength.ts'
import {
  type DoseUnit,
  doseUnitNames,
  doseWords,
  type MedicationRoute,
  routeNames,
} from '../../../contract/clinical/medications.ts'
import type { RecordFields } from '../../ground/records/edit/differences.ts'
import { typedForm } from '../../ground/records/form/typed.ts'

/** The form's values while it is filled in. */
export interface MedicineValues {
  name: string
  /** Null means every route. */
  route: MedicationRoute | null
  unit: DoseUnit | null
  maxDose: string
  maxDailyDose: string
  maxDosePerKg: string
  maxChildDose: string
}

export const everyRoute = 'Every route'

export const medicineFields = {
  name: { label: 'Medicine' },
  route: { label: 'Route', words: (route) => (route ? routeNames[route] : everyRoute) },
  unit: { label: 'Unit', words: (unit) => (unit ? doseUnitNames[unit] : 'Not recorded') },
  maxDose: { label: 'Single maximum' },
  maxDailyDose: { label: 'Daily maximum' },
  maxDosePerKg: { label: 'Child’s maximum per kg' },
  maxChildDose: { label: 'Child’s single maximum' },
} satisfies RecordFields<MedicineValues>

const typed = (value: number | null | undefined) => (value == null ? '' : String(value))

export function medicineValues(medicine?: FormularyMedicine): MedicineValues {
  return {
    name: medicine?.name ?? '',
    route: medicine?.route ?? null,
    unit: medicine?.unit ?? null,
    maxDose: typed(medicine?.maxDose),
    maxDailyDose: typed(medicine?.maxDailyDose),
    maxDosePerKg: typed(medicine?.maxDosePerKg),
    maxChildDose: typed(medicine?.maxChildDose),
  }
}

export const medicineSchema = typedForm(FormularyForm, (values: MedicineValues) => ({
  ...values,
  maxDose: readDose(values.maxDose),
  maxDailyDose: readDose(values.maxDailyDose),
  maxDosePerKg: readDose(values.maxDosePerKg),
  maxChildDose: readDose(values.maxChildDose),
}))

/** '1000 mg, 4000 mg a day' */
export function adultWords({ unit, maxDose, maxDailyDose }: FormularyMedicine): string {
  const daily = maxDailyDose === null ? '' : `, ${doseWords(maxDailyDose, unit)} a day`
  return `${doseWords(maxDose, unit)}${daily}`
}

/** '15 mg/kg, 500 mg at most' */
export function childWords({ unit, maxDosePerKg, maxChildDose }: FormularyMedicine): string {
  const each = maxDosePerKg === null ? [] : [perKilogramWords({ amount: maxDosePerKg, unit })]
  const most = maxChildDose === null ? [] : [doseWords(maxChildDose, unit)]
  if (each.length > 0 && most.length > 0) return `${each}, ${most} at most`
  return [...each, ...most].join() || 'No dose for children'
}

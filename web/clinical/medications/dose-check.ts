import { useQuery } from '@tanstack/react-query'
import { readDose } from '../../../contract/clinical/abbreviations.ts'
import {
  askedWords,
  type Dosed,
  doseQuestions,
  dosingWeight,
  incomparable,
} from '../../../contract/clinical/formulary/dose-check.ts'
import { weightWords } from '../../../contract/clinical/formulary/strength.ts'
import { latestWith } from '../../../contract/clinical/vitals.ts'
import { youngestOn } from '../../../contract/people/birth/birth.ts'
import { type Patient } from '../../../contract/people/patients.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { formatDay, inZone } from '../../ground/ui/format.ts'
import { formularyQuery } from '../formulary/public.ts'
import { latestVitalsQuery } from '../vitals/public.ts'
import type { MedicationValues } from './medication-form.ts'

/** The data for checking a patient's doses; undefined until all of it is loaded. The server checks in any case. */
export function useDosed(patient: Patient) {
  const today = useToday()
  const { timeZone } = useSite()
  const sets = useQuery(latestVitalsQuery(patient.id)).data
  const formulary = useQuery(formularyQuery).data
  if (!sets || !formulary) return undefined
  const last = latestWith(sets, 'weight')
  const isWeighed = last?.weight != null
  const dosed: Dosed = {
    age: youngestOn(today, patient),
    weight: isWeighed ? { kilograms: last.weight ?? 0, on: inZone(last.takenAt, timeZone).day } : null,
    today,
  }
  return { dosed, formulary, byWeight: dosingWeight(dosed) }
}
export type DosedPatient = ReturnType<typeof useDosed>

/** The facts and questions about the dose that is in the form. */
export function dosesSaid(values: MedicationValues, of: DosedPatient) {
  const none = { asked: '', facts: [] as string[] }
  if (!of) return none
  const { dosed, formulary, byWeight } = of
  const kilograms = byWeight?.kilograms ?? null
  const dose = Number(readDose(values.dose))
  const { unit, name, route, frequency } = values
  const weighed =
    kilograms !== null && dosed.weight ? `${kilograms} kg on ${formatDay(dosed.weight.on)}` : null
  if (!unit || !name.trim() || !(dose > 0))
    return { ...none, facts: weighed ? [`Dose by weight: ${weighed}`] : [] }
  const order = { name, dose, unit, route, frequency }
  const each = weightWords({ ...order, weight: kilograms })
  const asked = askedWords(doseQuestions(order, dosed, formulary))
  const note = incomparable(order, formulary)
  return {
    asked,
    facts: [
      ...(each
        ? [`${each}, weighed on ${formatDay(dosed.weight?.on ?? '')}`]
        : weighed
          ? [`Weight: ${weighed}`]
          : []),
      ...(note && !asked.includes(note) ? [note] : []),
    ],
  }
}

import { readDose } from '../../../contract/clinical/abbreviations.ts'
import { allergyMatches, unanswered } from '../../../contract/clinical/allergy-classes.ts'
import {
  type DoseUnit,
  type Medication,
  MedicationChange,
  MedicationForm,
  type MedicationFrequency,
  type MedicationRoute,
} from '../../../contract/clinical/medications.ts'
import type { Patient } from '../../../contract/people/patients.ts'
import { typedForm } from '../../ground/records/form/typed.ts'

/** The form's values while it is filled in. */
export interface MedicationValues {
  name: string
  dose: string
  unit: DoseUnit | null
  route: MedicationRoute | null
  frequency: MedicationFrequency | null
  instructions: string
  startsOn: string
  endsOn: string
  reason: string
  allergyReason: string
  doseReason: string
  changeReason: string
  /** Stays the same on every attempt, so that one form never prescribes twice. */
  attemptKey: string
}

/** A form to prescribe with, or to change what is current: from today on, or from when it is to begin. */
export function blankMedication(
  today: string,
  attemptKey: string,
  changed: Medication | undefined,
  patient: Pick<Patient, 'allergens'>,
): MedicationValues {
  return {
    name: changed?.name ?? '',
    dose: changed ? String(changed.dose) : '',
    unit: changed?.unit ?? null,
    route: changed?.route ?? null,
    frequency: changed?.frequency ?? null,
    instructions: changed?.instructions ?? '',
    startsOn: changed && changed.startsOn > today ? changed.startsOn : today,
    endsOn: changed?.endsOn ?? '',
    reason: changed?.reason ?? '',
    allergyReason: (changed && keptReason(changed, changed.name, patient)) ?? '',
    doseReason: changed?.doseReason ?? '',
    changeReason: '',
    attemptKey,
  }
}

/** The reason why `changed` is given, as long as it answers all that is recorded against the medicine of this name. */
export function keptReason(
  changed: Medication,
  name: string,
  patient: Pick<Patient, 'allergens'>,
): string | null {
  return unanswered(allergyMatches(name, patient), changed.allergy).length === 0
    ? changed.allergyReason
    : null
}

const days = ({ startsOn, endsOn }: MedicationValues) =>
  [
    ['startsOn', startsOn],
    ['endsOn', endsOn],
  ] as const

function read({ attemptKey: _, changeReason: __, ...values }: MedicationValues, isMeant: boolean) {
  return { ...values, dose: readDose(values.dose), evenIfUnlikely: isMeant ? ['name'] : [] }
}

/** `isMeant`: whether the same medicine was asked about, and is meant. */
export function prescribingSchema(isMeant: (values: MedicationValues) => boolean) {
  return typedForm(MedicationForm, (values: MedicationValues) => read(values, isMeant(values)), days)
}
export function changeSchema(isMeant: (values: MedicationValues) => boolean) {
  return typedForm(
    MedicationChange,
    (values: MedicationValues) => ({ ...read(values, isMeant(values)), changeReason: values.changeReason }),
    days,
  )
}

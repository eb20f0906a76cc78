import { z } from 'zod'
import {
  type bloodGroups,
  type Gender,
  genderNames,
  Patient,
  PatientForm,
} from '../../../contract/patients.ts'
import { readTypedDay, typedDayProblem } from '../../ui/form/typed-day.ts'
import { formatDay } from '../../ui/format.ts'

/** What the patient form holds while it is filled in. All of it is kept as a draft. */
export interface PatientFormValues {
  firstName: string
  lastName: string
  /** yyyy-mm-dd once understood, what was typed until then. */
  dateOfBirth: string
  gender: Gender | null
  contactNumber: string
  email: string
  address: string
  bloodGroup: (typeof bloodGroups)[number] | null
  allergies: string
  medicalHistory: string
  /** The same on every try of this form, so that one form never makes two patients. */
  attemptKey: string
  /** The record that an edit began from; null for a new patient. */
  base: Patient | null
}

/** What is typed, in the order and words of the form. */
export const patientFields = {
  firstName: 'First Name',
  lastName: 'Last Name',
  dateOfBirth: 'Date of Birth',
  gender: 'Gender',
  bloodGroup: 'Blood Group',
  contactNumber: 'Contact Number',
  email: 'E-mail',
  address: 'Address',
  allergies: 'Allergies',
  medicalHistory: 'Medical History',
} as const
export type PatientField = keyof typeof patientFields
export const patientFieldNames = Object.keys(patientFields) as PatientField[]

/** The server's own schema; only a date is told about in the words of the hospital's forms. */
export function patientFormSchema(today: string) {
  const typedDay = z
    .string()
    .trim()
    .superRefine((typed, context) => {
      if (typed && !readTypedDay(typed)) context.addIssue({ code: 'custom', message: typedDayProblem(typed) })
      else if (typed > today) context.addIssue('Date of birth can’t be after today')
    })
    .pipe(PatientForm.shape.dateOfBirth)
  return PatientForm.extend({ dateOfBirth: typedDay, attemptKey: z.string(), base: Patient.nullable() })
}

/** What is sent of the values. @throws ZodError for values that were not validated. */
export function bodyOf(values: PatientFormValues) {
  const { attemptKey: _, base: __, ...typed } = values
  return PatientForm.parse(typed)
}

export function blankValues(): PatientFormValues {
  return {
    firstName: '',
    lastName: '',
    dateOfBirth: '',
    gender: null,
    contactNumber: '',
    email: '',
    address: '',
    bloodGroup: null,
    allergies: '',
    medicalHistory: '',
    attemptKey: crypto.randomUUID(),
    base: null,
  }
}

export function valuesOf(patient: Patient, attemptKey: string): PatientFormValues {
  return {
    firstName: patient.firstName,
    lastName: patient.lastName,
    dateOfBirth: patient.dateOfBirth.slice(0, 10),
    gender: patient.gender,
    contactNumber: patient.contactNumber,
    email: patient.email ?? '',
    address: patient.address,
    bloodGroup: patient.bloodGroup,
    allergies: patient.allergies ?? '',
    medicalHistory: patient.medicalHistory ?? '',
    attemptKey,
    base: patient,
  }
}

/** A field as people read it. */
export function fieldWords(field: PatientField, value: string | null): string {
  if (!value?.trim()) return 'Not recorded'
  if (field === 'gender') return genderNames[value as Gender] ?? value
  if (field === 'dateOfBirth') return readTypedDay(value) ? formatDay(value) : value
  return value
}

/** Someone else saved the record that is being edited. */
export interface EditConflict {
  theirs: Patient
  changedBy?: string | undefined
  changedAt: string
  fields: ConflictingField[]
}

/** A field that they changed, and that differs from what stands in this form. */
export interface ConflictingField {
  field: PatientField
  theirs: string | null
  mine: string | null
  /** Only they touched it; otherwise both did. */
  onlyTheirs: boolean
}

/** What they changed since `values.base`, where it differs from what stands in the form. */
export function conflictingFields(values: PatientFormValues, theirs: Patient): ConflictingField[] {
  const same = (one: string | null, other: string | null) => (one ?? '').trim() === (other ?? '').trim()
  return patientFieldNames.flatMap((field) => {
    const was = values.base?.[field] ?? null
    const conflict = { field, theirs: theirs[field], mine: values[field] }
    if (same(conflict.theirs, was) || same(conflict.theirs, conflict.mine)) return []
    return [{ ...conflict, onlyTheirs: same(conflict.mine, was) }]
  })
}

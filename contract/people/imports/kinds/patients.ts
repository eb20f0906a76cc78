import { bloodGroups, genderNames } from '../../patients.ts'
import {
  constantFields,
  guessValue,
  joinedFields,
  mappedFields,
  type PatientField,
  patientFieldNames,
  patientFields,
  patientWords,
  requiredFields,
} from '../fields.ts'
import { choicesOf, type FieldOfKind, type KindFields } from './kind.ts'

const choices: Record<(typeof mappedFields)[number], FieldOfKind['choices']> = {
  gender: choicesOf(genderNames),
  bloodGroup: bloodGroups.map((value) => ({ value, label: value })),
}
const has = (list: readonly string[], field: PatientField) => list.includes(field)

function fieldOf(field: PatientField): FieldOfKind {
  const mapped = mappedFields.find((one) => one === field)
  return {
    name: patientFieldNames[field],
    words: patientWords[field],
    isRequired: has(requiredFields, field),
    canBeConstant: has(constantFields, field),
    isJoined: has(joinedFields, field) && 'LINES',
    ...(field === 'dateOfBirth' && { reads: 'BIRTH' as const }),
    ...(mapped && {
      choices: choices[mapped] ?? [],
      guess: (typed: string) => guessValue(mapped, typed),
    }),
  }
}

export const patients: KindFields = {
  fields: Object.fromEntries(patientFields.map((field) => [field, fieldOf(field)])),
  identifiers: 'ALL',
}

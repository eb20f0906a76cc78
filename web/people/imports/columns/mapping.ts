import { mustChooseOrder } from '../../../../contract/people/imports/dates.ts'
import {
  constantFields,
  guessValue,
  joinedFields,
  mappedFields,
  type PatientField,
  patientFieldNames,
  requiredFields,
  systemOfField,
} from '../../../../contract/people/imports/fields.ts'
import type { ColumnUse, ImportColumn, ImportMapping } from '../../../../contract/people/imports/imports.ts'
import { bloodGroups, genderNames, genders } from '../../../../contract/people/patients.ts'

/** A reason why the rows can’t be checked yet: about a column, by its position, or about a field that has none. */
export interface Gap {
  column?: number
  field?: PatientField
  message: string
}

export const isMapped = (field: string): field is (typeof mappedFields)[number] =>
  mappedFields.some((one) => one === field)
export const hasConstant = (field: string): field is (typeof constantFields)[number] =>
  constantFields.some((one) => one === field)

/** The meanings that values of a mapped field can have. */
export const meanings: Record<(typeof mappedFields)[number], { value: string; label: string }[]> = {
  gender: genders.map((value) => ({ value, label: genderNames[value] })),
  bloodGroup: bloodGroups.map((value) => ({ value, label: value })),
}

/** The meaning of a value, by the mapping or by itself; undefined where a person has to choose it. */
export function meaningOf(use: ColumnUse, typed: string): string | undefined {
  return use.values[typed] ?? guessValue(use.field, typed)
}

/** The values of a column that nobody has given a meaning. Their rows are rejected. */
export function unknownValues(column: ImportColumn, use: ColumnUse): string[] {
  if (!isMapped(use.field)) return []
  return column.values.filter((value) => meaningOf(use, value) === undefined)
}

/** The required fields that no column has, and no constant. */
export function missingFields({ columns, constants }: ImportMapping): PatientField[] {
  return requiredFields.filter(
    (field) =>
      !columns.some((use) => use.field === field) && !(hasConstant(field) && constants[field] !== undefined),
  )
}

export function fieldName(field: string, systems: readonly { id: string; name: string }[]): string {
  const system = systemOfField(field)
  if (system === null) return patientFieldNames[field as PatientField]
  return systems.find(({ id }) => id === system)?.name ?? 'Identifier'
}

/** The reasons why the rows can’t be checked yet. */
export function gapsOf(
  mapping: ImportMapping,
  columns: readonly ImportColumn[],
  systems: readonly { id: string; name: string }[],
): Gap[] {
  const missing = missingFields(mapping).map((field) => ({
    field,
    message: `Choose the column of ${patientFieldNames[field].toLowerCase()}${hasConstant(field) ? ', or one value for all rows' : ''}`,
  }))
  const ofColumns = mapping.columns.flatMap((use, column): Gap[] => {
    const { header = '', dateProof = null } = columns[column] ?? {}
    const isTwice = isTakenBefore(mapping, column)
    return [
      ...(isTwice
        ? [{ column, message: `${fieldName(use.field, systems)} has another column already. Leave one out` }]
        : []),
      ...(use.field === 'dateOfBirth' && mustChooseOrder(dateProof) && !use.dateOrder
        ? [{ column, message: `Choose whether the day or the month comes first in “${header}”` }]
        : []),
    ]
  })
  return [...missing, ...ofColumns]
}

/** Whether an earlier column has the field of this one, and both can't be one value together. */
export function isTakenBefore({ columns }: ImportMapping, column: number): boolean {
  const field = columns[column]?.field ?? ''
  if (field === '' || joinedFields.some((joined) => joined === field)) return false
  return columns.findIndex((use) => use.field === field) < column
}

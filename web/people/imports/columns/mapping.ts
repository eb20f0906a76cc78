import { mustChooseOrder } from '../../../../contract/people/imports/dates.ts'
import type { ColumnUse, ImportColumn, ImportMapping } from '../../../../contract/people/imports/imports.ts'
import { type KindFields, readsDays } from '../../../../contract/people/imports/kinds/kind.ts'
import {
  fieldName,
  fieldOf,
  missingFields,
  missingOneOf,
} from '../../../../contract/people/imports/kinds/kinds.ts'
import { mustChooseMark } from '../../../../contract/people/imports/numbers.ts'

/** A reason why the rows can’t be checked yet: about a column, by its position, or about a field that has none. */
export interface Gap {
  column?: number
  field?: string
  message: string
}

/** The meaning of a value, by the mapping or by itself; undefined where a person has to choose it. */
export function meaningOf(kind: KindFields, use: ColumnUse, typed: string): string | undefined {
  return use.values[typed] ?? fieldOf(kind, use.field)?.guess?.(typed)
}

/** The values of a column that nobody has given a meaning. Their rows are rejected. */
export function unknownValues(kind: KindFields, column: ImportColumn, use: ColumnUse): string[] {
  if (!fieldOf(kind, use.field)?.choices) return []
  return column.values.filter((value) => meaningOf(kind, use, value) === undefined)
}

/** The reasons why the rows can’t be checked yet. */
export function gapsOf(
  kind: KindFields,
  mapping: ImportMapping,
  columns: readonly ImportColumn[],
  systems: readonly { id: string; name: string }[],
): Gap[] {
  const missing: Gap[] = missingFields(kind, mapping).map((field) => ({
    field,
    message: `Choose the column of ${fieldName(kind, field, systems).toLowerCase()}${fieldOf(kind, field)?.canBeConstant ? ', or one value for all rows' : ''}`,
  }))
  const oneOf = missingOneOf(kind, mapping)
  const ofColumns = mapping.columns.flatMap((use, column): Gap[] => {
    const { header = '', dateProof = null, numberProof = null } = columns[column] ?? {}
    const spec = fieldOf(kind, use.field)
    return [
      ...(isTakenBefore(kind, mapping, column)
        ? [
            {
              column,
              message: `${fieldName(kind, use.field, systems)} has another column already. Leave one out`,
            },
          ]
        : []),
      ...(readsDays(spec) && mustChooseOrder(dateProof) && !use.dateOrder
        ? [{ column, message: `Choose whether the day or the month comes first in “${header}”` }]
        : []),
      ...(spec?.reads === 'NUMBER' && mustChooseMark(numberProof) && !use.decimalMark
        ? [{ column, message: `Choose the decimal mark of “${header}”` }]
        : []),
    ]
  })
  return [...missing, ...(oneOf ? [{ message: oneOf }] : []), ...ofColumns]
}

/** Whether an earlier column has the field of this one, and both can't be one value together. */
export function isTakenBefore(kind: KindFields, { columns }: ImportMapping, column: number): boolean {
  const field = columns[column]?.field ?? ''
  if (field === '' || fieldOf(kind, field)?.isJoined) return false
  return columns.findIndex((use) => use.field === field) < column
}

import type { ColumnUse, ImportColumn } from '../../../../contract/people/imports/imports.ts'
import type { KindFields } from '../../../../contract/people/imports/kinds/kind.ts'
import { fieldOf } from '../../../../contract/people/imports/kinds/kinds.ts'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { countOf } from '../../../ground/ui/format.ts'
import classes from './Columns.module.css'
import { meaningOf, unknownValues } from './mapping.ts'

/** The meanings of a column’s values: those that are known by themselves, and a choice for each of the others. */
export function ValueMap({
  kind,
  column,
  use,
  onChange,
}: {
  kind: KindFields
  column: ImportColumn
  use: ColumnUse
  onChange: (value: string, meaning: string) => void
}) {
  const asked = unknownValues(kind, column, { ...use, values: {} })
  const known = column.values.filter((value) => !asked.includes(value))
  const unknown = unknownValues(kind, column, use)
  const { choices: fixed = [], isRequired = false } = fieldOf(kind, use.field) ?? {}
  const labelOf = (meaning: string | undefined) =>
    fixed.find(({ value }) => value === meaning)?.label ?? 'Not recorded'
  const choices = isRequired ? fixed : [...fixed, { value: none, label: 'Not recorded' }]
  return (
    <div className={classes.ask} data-open={unknown.length > 0 || undefined}>
      {known.length > 0 && (
        <p className={classes.known}>
          {known.map((value) => (
            <span key={value}>
              <bdi>{value}</bdi> is {labelOf(meaningOf(kind, use, value))}
            </span>
          ))}
        </p>
      )}
      {unknown.length > 0 && (
        <p>
          {countOf(unknown.length, 'value')} {unknown.length === 1 ? 'is' : 'are'} not known. Choose what each
          means, or its rows are rejected.
        </p>
      )}
      {asked.map((value) => (
        <label key={value} className={classes.value}>
          <bdi title={value}>{value}</bdi>
          <Choice
            size="xs"
            aria-label={`${value} means`}
            placeholder="Choose"
            data={choices}
            value={toChoice(use.values[value])}
            onChange={(meaning) => meaning !== null && onChange(value, meaning === none ? '' : meaning)}
          />
        </label>
      ))}
      {column.hasMoreValues && (
        <p>The column has more values than these. Rows with a value that is not known are rejected.</p>
      )}
    </div>
  )
}

/** Stands for no value, because a choice has no empty one. */
const none = 'NONE'
const toChoice = (meaning: string | undefined) => (meaning === '' ? none : (meaning ?? null))

import { Text } from '@mantine/core'
import type { ColumnUse, ImportColumn } from '../../../../contract/people/imports/imports.ts'
import { type KindFields, readsDays } from '../../../../contract/people/imports/kinds/kind.ts'
import { fieldOf } from '../../../../contract/people/imports/kinds/kinds.ts'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { countOf } from '../../../ground/ui/format.ts'
import classes from './Columns.module.css'
import { DateOrderField } from './DateOrderField.tsx'
import { DecimalMarkField } from './DecimalMarkField.tsx'
import { ValueMap } from './ValueMap.tsx'

/** Stands for no field, because a choice has no empty value. */
export const leaveOut = 'LEAVE_OUT'
const samples = 3

/** One column of the file: its name, some of its values, and what becomes of it. */
export function ColumnRow({
  kind,
  id,
  column,
  rows,
  use,
  fields,
  position,
  isTwice,
  onChange,
}: {
  kind: KindFields
  /** The id of its field: links from the list of errors lead there. */
  id: string
  column: ImportColumn
  rows: number
  use: ColumnUse
  fields: { value: string; label: string }[]
  /** '3' where another column has the same header, because then its position tells them apart. */
  position: string | undefined
  /** Another column has its field. */
  isTwice: boolean
  /** Another field begins without what was said of the one before. */
  onChange: (change: Partial<ColumnUse>) => void
}) {
  const { header, values, filled, hasMoreValues } = column
  const spec = fieldOf(kind, use.field)
  const name = position ? `${header} (column ${position})` : header
  return (
    <tr data-left-out={use.field === '' || undefined}>
      <th scope="row">
        <bdi>{name}</bdi>
        <Text size="xs" c="dimmed">
          {filled === rows ? 'In every row' : filled === 0 ? 'Empty' : `In ${countOf(filled, 'row')}`}
        </Text>
      </th>
      <td>
        <ul className={classes.samples}>
          {values.slice(0, samples).map((value) => (
            <li key={value} title={value}>
              <bdi>{value}</bdi>
            </li>
          ))}
          {(hasMoreValues || values.length > samples) && <li aria-hidden="true">…</li>}
        </ul>
      </td>
      <td>
        <Choice
          id={id}
          aria-label={`${name} becomes`}
          data={fields}
          value={use.field || leaveOut}
          onChange={(field) => {
            if (field) onChange({ field: field === leaveOut ? '' : field })
          }}
          error={isTwice && 'Another column has this field already'}
        />
        {readsDays(spec) && (
          <DateOrderField column={column} use={use} onChange={(dateOrder) => onChange({ dateOrder })} />
        )}
        {spec?.reads === 'NUMBER' && (
          <DecimalMarkField column={column} use={use} onChange={(decimalMark) => onChange({ decimalMark })} />
        )}
        {spec?.choices && (
          <ValueMap
            kind={kind}
            column={column}
            use={use}
            onChange={(value, meaning) => onChange({ values: { ...use.values, [value]: meaning } })}
          />
        )}
      </td>
    </tr>
  )
}

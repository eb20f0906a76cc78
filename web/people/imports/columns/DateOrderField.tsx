import {
  type DateOrder,
  dateOrders,
  mustChooseOrder,
  readDate,
} from '../../../../contract/people/imports/dates.ts'
import type { ColumnUse, ImportColumn } from '../../../../contract/people/imports/imports.ts'
import { formatDay } from '../../../ground/ui/format.ts'
import { ChoiceBar } from '../../../ground/ui/list/ChoiceBar.tsx'
import classes from './Columns.module.css'

const orderNames: Record<DateOrder, string> = { DMY: 'Day first', MDY: 'Month first' }

/** Which of day and month comes first in a column of dates: as its values prove it, or as somebody chooses. */
export function DateOrderField({
  column: { header, dateProof, dateExamples },
  use,
  onChange,
}: {
  column: ImportColumn
  use: ColumnUse
  onChange: (order: DateOrder) => void
}) {
  const [example = '', other = ''] = dateExamples
  if (!mustChooseOrder(dateProof)) {
    return (
      <p className={classes.note} data-open={dateProof === null || undefined}>
        {dateProof === null
          ? 'Few of these values are dates. Rows without a date are rejected.'
          : dateProof === 'CLEAR'
            ? 'These dates can be read in one way only.'
            : `${orderNames[dateProof]}, as ${example} shows.`}
      </p>
    )
  }
  const readings = dateOrders.map((order) => {
    const read = readDate(example, order)
    return { value: order, label: orderNames[order], reading: 'day' in read ? formatDay(read.day) : null }
  })
  return (
    <div className={classes.ask} data-open={use.dateOrder === null || undefined}>
      <p>
        {dateProof === 'MIXED'
          ? `Some values have the day first (${example}), others the month (${other}). Rows that don’t fit your choice are rejected.`
          : `${example} can be read in two ways. Nothing in this column shows which.`}
      </p>
      <ChoiceBar<DateOrder | ''>
        label={`Order of the dates in ${header}`}
        value={use.dateOrder ?? ''}
        onChange={(order) => order && onChange(order)}
        choices={readings.map(({ value, label, reading }) => ({
          value,
          label: dateProof === 'UNPROVED' && reading ? `${label}: ${reading}` : label,
        }))}
      />
    </div>
  )
}

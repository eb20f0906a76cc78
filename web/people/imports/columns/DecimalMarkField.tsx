import type { ColumnUse, ImportColumn } from '../../../../contract/people/imports/imports.ts'
import {
  type DecimalMark,
  decimalMarks,
  mustChooseMark,
  readNumber,
} from '../../../../contract/people/imports/numbers.ts'
import { formatNumber } from '../../../ground/ui/format.ts'
import { ChoiceBar } from '../../../ground/ui/list/ChoiceBar.tsx'
import classes from './Columns.module.css'

const markNames: Record<DecimalMark, string> = { POINT: 'Decimal point', COMMA: 'Decimal comma' }

/** Whether a point or a comma stands before decimals in a column of numbers: as its values prove it, or as somebody chooses. */
export function DecimalMarkField({
  column: { header, numberProof, numberExamples },
  use,
  onChange,
}: {
  column: ImportColumn
  use: ColumnUse
  onChange: (mark: DecimalMark) => void
}) {
  const [example = '', other = ''] = numberExamples
  if (!mustChooseMark(numberProof)) {
    if (numberProof === 'CLEAR') return null
    return (
      <p className={classes.note} data-open={numberProof === null || undefined}>
        {numberProof === null
          ? 'Few of these values are numbers. Rows without a number are rejected.'
          : `${markNames[numberProof]}, as ${example} shows.`}
      </p>
    )
  }
  return (
    <div className={classes.ask} data-open={use.decimalMark === undefined || undefined}>
      <p>
        {numberProof === 'MIXED'
          ? `Some values have a decimal point (${example}), others a decimal comma (${other}). Rows that don’t fit your choice are rejected.`
          : `${example} can be read in two ways. Nothing in this column shows which.`}
      </p>
      <ChoiceBar<DecimalMark | ''>
        label={`Decimal mark of ${header}`}
        value={use.decimalMark ?? ''}
        onChange={(mark) => mark && onChange(mark)}
        choices={decimalMarks.map((value) => {
          const read = readNumber(example, value)
          return {
            value,
            label:
              numberProof === 'UNPROVED' && 'number' in read
                ? `${markNames[value]}: ${formatNumber(read.number)}`
                : markNames[value],
          }
        })}
      />
    </div>
  )
}

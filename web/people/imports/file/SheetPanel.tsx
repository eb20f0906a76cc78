import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { countOf } from '../../../ground/ui/format.ts'
import { Section } from '../../../ground/ui/page/Section.tsx'
import type { ColumnWarning, Sheet } from '../workbook/sheets.ts'
import classes from './File.module.css'

const warningWords: Record<ColumnWarning['lost'], (header: string) => string> = {
  zeros: (header) =>
    `“${header}”: the numbers differ in length. Excel may have dropped zeros at their beginning.`,
  digits: (header) =>
    `“${header}”: Excel keeps only 15 digits of a number. The last digits of these may be wrong.`,
}

/** Asks which sheet of an XLSX file is meant, and warns of what Excel may have lost of its numbers. */
export function SheetPanel({
  file,
  sheets,
  isBusy,
  onUse,
}: {
  file: File
  sheets: readonly Sheet[]
  isBusy: boolean
  onUse: (sheet: Sheet) => void
}) {
  const [chosen, setChosen] = useState(0)
  const sheet = sheets[chosen]
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('section')?.focus(), [])
  if (!sheet) return null
  return (
    <div ref={place}>
      <Section title={<bdi>{file.name}</bdi>}>
        {sheets.length > 1 && (
          <Choice
            label="Sheet"
            maw={400}
            mb="md"
            data={sheets.map(({ name, rows }, index) => ({
              value: String(index),
              label: `${name} (${countOf(rows, 'row')})`,
            }))}
            value={String(chosen)}
            onChange={(index) => setChosen(Number(index))}
          />
        )}
        {sheet.warnings.length > 0 && (
          <Alert
            color="amber"
            title="Excel may have changed numbers"
            icon={<IconAlertTriangle size={18} aria-hidden="true" />}
          >
            <ul className={classes.warnings}>
              {sheet.warnings.map(({ header, lost }) => (
                <li key={header}>{warningWords[lost](header)}</li>
              ))}
            </ul>
            <p className={classes.advice}>
              If so, format the column as text in Excel, correct its values, and choose the file again. Or
              export it from your former system as CSV.
            </p>
          </Alert>
        )}
        <div className={classes.buttons}>
          <Button mt="md" aria-busy={isBusy} onClick={() => !isBusy && onUse(sheet)}>
            {isBusy ? 'Starting…' : sheet.warnings.length > 0 ? 'Use It As It Is' : 'Use This Sheet'}
          </Button>
        </div>
      </Section>
    </div>
  )
}

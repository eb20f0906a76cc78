import { Textarea } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Medication } from '../../contract/clinical/medications.ts'
import type { ContractForm } from '../client/forms.ts'
import { AttentionPanel } from '../ui/page/AttentionPanel.tsx'
import { type DosedPatient, dosesSaid } from './dose-check.ts'
import classes from './Medications.module.css'
import type { MedicationValues } from './medication-form.ts'

/** What the dose is by weight; and as soon as it is beyond the formulary, or can't be related to a child's weight, why it is right. */
export function DoseWarning({
  of,
  changed,
  form,
}: {
  of: DosedPatient
  changed: Medication | undefined
  form: ContractForm<MedicationValues>['form']
}) {
  const panel = useRef<HTMLElement>(null)
  const { values, getValues, setFieldValue } = form
  const { asked, facts } = dosesSaid(values, of)
  const input = form.getInputProps('doseReason')
  const isRead = of !== undefined
  useEffect(() => {
    // The reason of before answers what was asked before, and nothing else.
    const before = changed?.doseReason
    if (isRead && before && getValues().doseReason === before && asked !== changed.doseQuestion)
      setFieldValue('doseReason', '')
  }, [changed, isRead, asked, getValues, setFieldValue])
  return (
    <>
      {facts.length > 0 && (
        <div className={classes.facts} role="status">
          {facts.map((fact) => (
            <p key={fact}>{fact}</p>
          ))}
        </div>
      )}
      {(asked || input.error) && (
        <AttentionPanel ref={panel} title="Check the dose" icon={<IconScale size={18} aria-hidden="true" />}>
          {asked && <p role="alert">{asked}</p>}
          <Textarea
            mt="sm"
            label="Reason for this dose"
            withAsterisk
            aria-required
            rows={2}
            maxLength={500}
            {...input}
          />
        </AttentionPanel>
      )}
    </>
  )
}

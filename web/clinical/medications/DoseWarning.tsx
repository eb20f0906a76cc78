import { Textarea } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Medication } from '../../../contract/clinical/medications.ts'
import type { ContractForm } from '../../ground/client/forms.ts'
import { AttentionPanel } from '../../ground/ui/page/AttentionPanel.tsx'
import { type DosedPatient, dosesSaid } from './dose-check.ts'
import classes from './Medications.module.css'
import type { MedicationValues } from './medication-form.ts'

/**
 * Shows the dose by weight. Asks for a reason if the dose is above the formulary's maximum, or can't be checked against
 * a child's weight.
 */
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
    // The earlier reason only answers the earlier question, so clear it if the question has changed.
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

import { TextInput } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useRef } from 'react'
import type { Gender } from '../../../../contract/people/patients.ts'
import { longestSexRuleReason } from '../../../../contract/wards/admissions.ts'
import { needsReason, sexRuleQuestion } from '../../../../contract/wards/sex-rule.ts'
import { AttentionPanel } from '../../../ground/ui/page/AttentionPanel.tsx'
import { unitsQuery } from '../units.ts'

/** Asks why patients are placed in a ward for the other sex: as soon as the ward is chosen, or once the server asks. */
export function SexRuleQuestion({
  unitId,
  genders,
  whom = 'this patient',
  input,
}: {
  /** The ward to which they would come. */
  unitId: string | undefined
  genders: readonly Gender[]
  whom?: Parameters<typeof sexRuleQuestion>[2]
  input: ComponentProps<typeof TextInput>
}) {
  const panel = useRef<HTMLElement>(null)
  const { data: units } = useQuery(unitsQuery)
  const unit = units?.find(({ id }) => id === unitId)
  const rule = genders.some((gender) => needsReason(unit?.sexRule, gender)) && unit?.sexRule
  if (!rule && !input.error) return null
  return (
    <AttentionPanel
      ref={panel}
      title="Ward for the other sex"
      icon={<IconUsers size={18} aria-hidden="true" />}
    >
      {rule && <p role="alert">{sexRuleQuestion(unit.name, rule, whom)}</p>}
      <TextInput
        mt="sm"
        label="Reason for this ward"
        withAsterisk
        aria-required
        autoComplete="off"
        maxLength={longestSexRuleReason}
        {...input}
      />
    </AttentionPanel>
  )
}

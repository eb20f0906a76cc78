import { Textarea } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { type ComponentProps, useRef } from 'react'
import { allergyMatches, matchWords } from '../../../../contract/clinical/allergy-classes.ts'
import type { KnownAllergies } from '../../../../contract/clinical/allergy-words.ts'
import { AttentionPanel } from '../../../ground/ui/page/AttentionPanel.tsx'

/** Asks for a reason as soon as a medicine or another item may be one that the patient can't tolerate. */
export function AllergyQuestion({
  of: patient,
  name,
  label,
  input,
}: {
  of: KnownAllergies
  /** The medicine or item to give. */
  name: string
  /** 'Reason to prescribe it despite the allergy' */
  label: string
  input: ComponentProps<typeof Textarea>
}) {
  const panel = useRef<HTMLElement>(null)
  const matches = allergyMatches(name, patient)
  if (matches.length === 0 && !input.error) return null
  return (
    <AttentionPanel
      ref={panel}
      title="Recorded allergy"
      icon={<IconAlertTriangleFilled size={18} aria-hidden="true" />}
    >
      {matches.length > 0 && <p role="alert">{matchWords(name, matches)}</p>}
      <Textarea mt="sm" label={label} withAsterisk aria-required rows={2} maxLength={500} {...input} />
    </AttentionPanel>
  )
}

import { TextInput } from '@mantine/core'
import { useSite } from '../../../ground/sign-in/account.ts'
import { FieldGrid, Section } from '../../../ground/ui/page/Section.tsx'

/** As high as the fields, so that what is below them stays. */
export function FieldsPlace() {
  const { identifierFields } = useSite()
  if (!identifierFields) return null
  return (
    <div aria-hidden="true">
      <Section title="Identifiers">
        <FieldGrid>
          {Array.from({ length: identifierFields }, (_, at) => (
            <TextInput key={at} label="…" description="…" disabled />
          ))}
        </FieldGrid>
      </Section>
    </div>
  )
}

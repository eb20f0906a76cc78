import type { UseFormReturnType } from '@mantine/form'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { ContactFields } from './ContactFields.tsx'
import type { FirstContactValues } from './contact-form.ts'

/** Whom to call for a patient who is being registered; for a child, a guardian is asked for. All of it may stay blank. */
export function NextOfKin<Values extends { kin: FirstContactValues }>({
  form,
  isMinor,
}: {
  form: UseFormReturnType<Values>
  isMinor: boolean
}) {
  // A form of more values has these too.
  const { values, getInputProps } = form as unknown as UseFormReturnType<{ kin: FirstContactValues }>
  return (
    <Section
      title="Next of Kin"
      description={
        isMinor && !values.kin.isGuardian
          ? 'The patient is under 18: enter a parent or guardian if one is here, and tick Guardian.'
          : 'Optional. More contacts can be added on the record.'
      }
    >
      <ContactFields
        isFirst
        relationship={values.kin.relationship}
        inputOf={(name, options) => getInputProps(`kin.${String(name)}`, options)}
      />
    </Section>
  )
}

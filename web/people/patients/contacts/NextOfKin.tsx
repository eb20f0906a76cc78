import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { ContactFields } from './ContactFields.tsx'
import { type FirstContactValues, isBlankContact } from './contact-form.ts'

/**
 * The next of kin of a patient who is being registered. It takes one press of Tab until it is wanted; for a child it is
 * open, and asks for a guardian. All of it may stay blank.
 */
export function NextOfKin<Values extends { kin: FirstContactValues }>({
  form,
  isMinor,
}: {
  form: UseFormReturnType<Values>
  isMinor: boolean
}) {
  const [isWanted, want] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone.
  useEffect(() => {
    if (isWanted) fields.current?.querySelector('input')?.focus()
  }, [isWanted])
  // A form of more values has these too.
  const { values, getInputProps } = form as unknown as UseFormReturnType<{ kin: FirstContactValues }>
  const { kin } = values
  const isOpen = isWanted || isMinor || !isBlankContact(kin)
  return (
    <Section
      title="Next of Kin"
      description={
        isMinor && !kin.isGuardian
          ? 'The patient is under 18: enter a parent or guardian if one is here, and tick Guardian.'
          : 'Optional. More contacts can be added on the record.'
      }
    >
      {isOpen ? (
        <div ref={fields}>
          <ContactFields
            isFirst
            relationship={kin.relationship}
            inputOf={(name, options) => getInputProps(`kin.${String(name)}`, options)}
          />
        </div>
      ) : (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => want(true)}
        >
          Add Next of Kin
        </Button>
      )}
    </Section>
  )
}

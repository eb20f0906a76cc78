import { Checkbox, Group, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  longestContactName,
  longestRelationshipDetail,
  type Relationship,
  relationshipNames,
  relationships,
} from '../../../../contract/people/contact-form.ts'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { FieldGrid, WholeRow } from '../../../ground/ui/page/Section.tsx'
import { contactFields, type FirstContactValues } from './contact-form.ts'

type GetInputProps = UseFormReturnType<FirstContactValues>['getInputProps']

/** The fields of a contact; as `isFirst` the few among those of a patient who is registered, which may all be left out. */
export function ContactFields({
  relationship,
  inputOf,
  isFirst = false,
}: {
  /** The one that is chosen. */
  relationship: Relationship | null
  inputOf: GetInputProps
  isFirst?: boolean
}) {
  const input = (name: keyof FirstContactValues) => ({
    label: contactFields[name].label,
    autoComplete: 'off',
    ...inputOf(name),
  })
  const mark = (name: 'isEmergency' | 'isGuardian') => (
    <Checkbox label={contactFields[name].label} {...inputOf(name, { type: 'checkbox' })} />
  )
  const required = !isFirst && ({ withAsterisk: true, 'aria-required': true } as const)
  return (
    <FieldGrid>
      <TextInput
        {...input('name')}
        {...required}
        {...(isFirst && { label: 'Contact’s name' })}
        maxLength={longestContactName}
      />
      <TextInput
        {...input('phone')}
        {...(isFirst && { label: 'Contact’s phone' })}
        type="tel"
        maxLength={40}
      />
      <Choice
        {...input('relationship')}
        {...required}
        placeholder="Choose one"
        data={relationships.map((value) => ({ value, label: relationshipNames[value] }))}
        {...(isFirst && {
          clearable: true,
          clearButtonProps: { 'aria-label': 'Clear the relationship' },
        })}
      />
      <TextInput
        {...input('relationshipDetail')}
        {...(relationship === 'OTHER' && { withAsterisk: true, 'aria-required': true })}
        placeholder={relationship === 'OTHER' ? 'Parish priest' : 'Cousin'}
        maxLength={longestRelationshipDetail}
      />
      <WholeRow>
        <Group gap="lg">
          {mark('isEmergency')}
          {mark('isGuardian')}
        </Group>
      </WholeRow>
      {!isFirst && (
        <WholeRow>
          <Textarea {...input('address')} rows={2} maxLength={500} />
        </WholeRow>
      )}
    </FieldGrid>
  )
}

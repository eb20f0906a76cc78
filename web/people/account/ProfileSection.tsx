import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { editProfile, Profile, ProfileForm } from '../../../contract/people/account.ts'
import { api } from '../../ground/client/api.ts'
import type { RecordFields } from '../../ground/records/edit/differences.ts'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { failedWith } from '../../ground/records/failures.ts'
import { FieldGrid, Section, WholeRow } from '../../ground/ui/page/Section.tsx'
import { profileQuery } from './queries.ts'
import { SectionForm } from './SectionForm.tsx'

interface Values {
  firstName: string
  lastName: string
}

const fields = {
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
} satisfies RecordFields<Values>

/** The name that colleagues see. The shell shows a new one as soon as it hears of it. */
export function ProfileSection({ latest }: { latest: Profile }) {
  const queryClient = useQueryClient()
  const edit = useRecordEdit({
    thing: 'account',
    latest,
    record: Profile,
    fields,
    schema: ProfileForm,
    valuesOf: ({ firstName, lastName }: Profile): Values => ({ firstName, lastName }),
    draftKey: 'profile',
    save: (body, { version }) => api(editProfile, { body }, { version }),
    told: () => 'Name saved',
    onSaved: (saved) => queryClient.setQueryData(profileQuery.queryKey, saved),
    onFailure: failedWith('Name not saved'),
  })
  return (
    <Section title="Profile" description="Your name as colleagues see it">
      <SectionForm of={edit} label="Save Name">
        <FieldGrid>
          <TextInput
            label={fields.firstName.label}
            autoComplete="given-name"
            required
            {...edit.form.getInputProps('firstName')}
          />
          <TextInput
            label={fields.lastName.label}
            autoComplete="family-name"
            required
            {...edit.form.getInputProps('lastName')}
          />
          <WholeRow>
            <TextInput
              label="E-mail"
              description="You sign in with it. It can’t be changed."
              value={latest.email}
              readOnly
            />
          </WholeRow>
        </FieldGrid>
      </SectionForm>
    </Section>
  )
}

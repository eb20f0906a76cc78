import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useContractForm } from '../../ground/client/forms.ts'
import { useMe } from '../../ground/sign-in/account.ts'
import { newPassword } from '../../ground/sign-in/credentials.ts'
import { PasswordField } from '../../ground/ui/form/PasswordField.tsx'
import { countOf } from '../../ground/ui/format.ts'
import { FieldGrid, Section } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { changePassword, sessionsQuery } from './queries.ts'
import { SectionForm } from './SectionForm.tsx'

const schema = z.object({ password: z.string().min(1, 'Enter your current password'), newPassword })
const empty = { password: '', newPassword: '' }

/** Changing it ends all other sessions of the account. */
export function PasswordSection() {
  const me = useMe()
  const queryClient = useQueryClient()
  const edit = useContractForm({
    schema,
    initialValues: empty,
    async send(typed) {
      const { ended } = await changePassword(typed.password, typed.newPassword)
      edit.form.setValues(empty)
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      toast.success('Password changed', {
        detail: ended > 0 ? `${countOf(ended, 'other session')} ended` : undefined,
      })
    },
  })
  return (
    <Section title="Password" description="At least 8 characters. Changing it ends all your other sessions.">
      <SectionForm of={edit} label="Change Password" busyLabel="Changing…">
        {/* For password managers, which keep a password under a name. */}
        <input type="text" autoComplete="username" value={me.email} readOnly hidden />
        <FieldGrid>
          <PasswordField
            called="the current password"
            label="Current password"
            {...edit.form.getInputProps('password')}
          />
          <PasswordField
            isNew
            called="the new password"
            label="New password"
            {...edit.form.getInputProps('newPassword')}
          />
        </FieldGrid>
      </SectionForm>
    </Section>
  )
}

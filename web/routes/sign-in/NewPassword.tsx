import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ResetPassword, shortestPassword } from '../../contract/account.ts'
import { useContractForm } from '../client/forms.ts'
import { forgetToken } from '../client/token.ts'
import { AnchorLink, ButtonLink } from '../links/links.tsx'
import { useLinkToken } from '../links/opened-link.ts'
import { AccessPage } from '../session/AccessPage.tsx'
import { siteQuery } from '../session/account.ts'
import { postAuth } from '../session/auth.ts'
import { EnterButton, usePause } from '../session/EnterButton.tsx'
import { FormErrors } from '../ui/form/FormErrors.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { BackToSignIn, Outcome } from './Outcome.tsx'

/** The page of a reset link. It signs nobody in: a second factor is asked for as always. */
export function NewPassword() {
  const { data: site } = useSuspenseQuery(siteQuery)
  const token = useLinkToken()
  const [used, setUsed] = useState<string>()
  return (
    <AccessPage title="Choose a new password" hospitalName={site.hospitalName} foot={<BackToSignIn />}>
      {token && used === token ? (
        <Stack>
          <Outcome title="Password changed">You were signed out on all devices.</Outcome>
          <ButtonLink to="/sign-in" fullWidth>
            Sign in
          </ButtonLink>
        </Stack>
      ) : token ? (
        <PasswordForm key={token} token={token} onReset={() => setUsed(token)} />
      ) : (
        <Outcome title="This link is incomplete" color="amber">
          Copy the whole link into the address bar, or{' '}
          <AnchorLink to="/sign-in/forgot">ask for another</AnchorLink>.
        </Outcome>
      )}
    </AccessPage>
  )
}

function PasswordForm({ token, onReset }: { token: string; onReset: () => void }) {
  const pause = usePause()
  const { form, summary, onSubmit, busy } = useContractForm({
    onFailure: pause.onFailure,
    schema: ResetPassword,
    initialValues: { token, password: '' },
    async send(values) {
      await postAuth('new-password', values)
      forgetToken({ stored: true })
      onReset()
    },
  })
  return (
    <form onSubmit={pause.hold(onSubmit)} noValidate>
      <Stack>
        <FormErrors {...summary} />
        <PasswordField
          isNew
          label="New password"
          description={`At least ${shortestPassword} characters; use a passphrase you can remember. Common passwords are refused.`}
          {...form.getInputProps('password')}
        />
        <EnterButton pause={pause} busy={busy} label="Save password" busyLabel="Saving…" fullWidth />
      </Stack>
    </form>
  )
}

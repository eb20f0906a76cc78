import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ResetPassword, shortestPassword } from '../../../contract/people/sign-in.ts'
import { useContractForm } from '../../ground/client/forms.ts'
import { forgetToken } from '../../ground/client/token.ts'
import { AnchorLink, ButtonLink } from '../../ground/links/links.tsx'
import { useLinkToken } from '../../ground/links/opened-link.ts'
import { AccessPage } from '../../ground/sign-in/AccessPage.tsx'
import { siteQuery } from '../../ground/sign-in/account.ts'
import { postAuth } from '../../ground/sign-in/auth.ts'
import { EnterButton, usePause } from '../../ground/sign-in/EnterButton.tsx'
import { FormErrors } from '../../ground/ui/form/FormErrors.tsx'
import { PasswordField } from '../../ground/ui/form/PasswordField.tsx'
import { Outcome } from '../../ground/ui/page/Outcome.tsx'
import { BackToSignIn } from './BackToSignIn.tsx'

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

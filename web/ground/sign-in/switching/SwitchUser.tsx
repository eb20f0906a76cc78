// No dialog in this file is about a patient.
import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { useContractForm } from '../../client/forms.ts'
import { DialogFrame } from '../../ui/dialog/DialogFrame.tsx'
import { FormErrors } from '../../ui/form/FormErrors.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { fullName } from '../../ui/format.ts'
import { useMe } from '../account.ts'
import { SignInForm } from '../credentials.ts'
import { EnterButton, usePause } from '../EnterButton.tsx'
import { asksForCode, signIn } from '../entering.ts'
import { PasskeyButton } from '../second-factor/PasskeyButton.tsx'
import { signInWithPasskey } from '../second-factor/passkey.ts'
import { canUsePasskeys } from '../second-factor/passkey-support.ts'
import { switchUser } from './switch-user.ts'

const Entry = SignInForm.extend({ code: z.string().trim() })

/** A colleague signs in where somebody works, whose entries wait for them. */
export function SwitchUser({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame title="Switch user" size="md" onClose={onClose}>
      <SwitchUserForm />
    </DialogFrame>
  )
}

/** The form alone, for a cover. */
export function SwitchUserForm({ way }: { way?: ReactNode }) {
  const me = useMe()
  const pause = usePause()
  const [isCodeAsked, askCode] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: Entry,
    initialValues: { email: '', password: '', code: '' },
    onFailure(error) {
      if (asksForCode(error)) askCode(true)
      return pause.onFailure(error)
    },
    send: ({ email, password, code }) =>
      switchUser(me.id, () => signIn(email.trim(), password, code || undefined)),
  })
  return (
    <form onSubmit={pause.hold(onSubmit)} noValidate>
      <Stack>
        <Text>
          A colleague signs in here. The entries of <bdi>{fullName(me) || me.email}</bdi> wait in this tab,
          and nobody else sees them.
        </Text>
        <FormErrors {...summary} />
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          data-first
          {...form.getInputProps('email')}
        />
        <PasswordField {...form.getInputProps('password')} autoComplete="off" />
        {isCodeAsked && (
          <TextInput
            label="Code from your authenticator app"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('code')}
          />
        )}
        <EnterButton pause={pause} busy={busy} label="Sign in" busyLabel="Signing in…" fullWidth />
        {canUsePasskeys() && (
          <PasskeyButton
            label="Sign in with a passkey"
            act={() => switchUser(me.id, signInWithPasskey)}
            onEntered={() => {}}
            onFailure={setFailure}
          />
        )}
        {way}
      </Stack>
    </form>
  )
}

import { Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Site } from '../../../../contract/hospital/hospital.ts'
import { ApiError } from '../../client/api.ts'
import { useContractForm } from '../../client/forms.ts'
import { FormErrors } from '../../ui/form/FormErrors.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { SignInForm } from '../credentials.ts'
import { EnterButton, usePause } from '../EnterButton.tsx'
import { asksForCode, signIn } from '../entering.ts'
import { CodeForm } from '../second-factor/CodeForm.tsx'
import { PasskeyButton } from '../second-factor/PasskeyButton.tsx'
import { signInWithPasskey, unlockWithPasskey } from '../second-factor/passkey.ts'
import { canUsePasskeys } from '../second-factor/passkey-support.ts'
import { SignOnButton } from '../sign-on/SignOnButton.tsx'
import { unlockSession } from './lock.ts'

/**
 * Why the user is asked for the password again: the session ended, the account was deactivated, or no one was at the
 * screen for too long.
 */
export type Why = 'lost' | 'locked' | 'deactivated'

const words = {
  locked: {
    since: 'No one used this screen for a while.',
    text: 'Enter your password to continue; your entries are kept.',
    label: 'Unlock',
    busyLabel: 'Unlocking…',
  },
  lost: {
    since: 'Your session has expired.',
    text: 'Sign in to continue; your entries are kept.',
    label: 'Sign in again',
    busyLabel: 'Signing in…',
  },
  deactivated: {
    since: 'Your account was deactivated, so you were signed out.',
    text: 'Ask an administrator to reactivate it. Then sign in to continue; your entries are kept.',
    label: 'Sign in again',
    busyLabel: 'Signing in…',
  },
}

/** Asks the signed-in person for their password, or another proof. Without a password, they sign on as always. */
export function PasswordForm({
  why,
  email,
  hasPassword,
  signOn,
  from,
  onEntered,
  onLost,
  way,
  onFailure,
}: {
  why: Why
  email: string
  hasPassword: boolean
  signOn: Site['signOn']
  /** The address to which the hospital's own sign-on returns. */
  from: string | undefined
  onEntered: () => unknown
  /** The session that was to be unlocked has ended. */
  onLost: () => void
  /** The way out. */
  way: ReactNode
  onFailure: (sentence: string | undefined) => void
}) {
  const pause = usePause()
  const [asked, ask] = useState<string>()
  const { since, text, label, busyLabel } = words[why]

  const { form, summary, onSubmit, busy } = useContractForm({
    onFailure: pause.onFailure,
    schema: SignInForm,
    initialValues: { email, password: '' },
    send: async ({ password }) => {
      try {
        await (why === 'locked' ? unlockSession(password) : signIn(email, password))
      } catch (error) {
        if (asksForCode(error)) return ask(password)
        if (why === 'locked' && error instanceof ApiError && error.status === 401) return onLost()
        throw error
      }
      await onEntered()
    },
  })

  if (!hasPassword && signOn) {
    return (
      <Stack>
        <Text>
          {since} Sign in with {signOn.name} to continue; your entries are kept.
        </Text>
        <SignOnButton name={signOn.name} from={from} isAnother={false} />
        {way}
      </Stack>
    )
  }
  if (asked !== undefined) {
    return <CodeForm email={email} password={asked} onSignedIn={onEntered} way={way} />
  }
  return (
    <form onSubmit={pause.hold(onSubmit)} noValidate>
      <Stack>
        <Text>
          {since} {text}
        </Text>
        <FormErrors {...summary} />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          readOnly
          tabIndex={-1}
          {...form.getInputProps('email')}
        />
        <PasswordField data-first {...form.getInputProps('password')} />
        <EnterButton pause={pause} busy={busy} label={label} busyLabel={busyLabel} fullWidth />
        {canUsePasskeys() && (
          <PasskeyButton
            label="Use a passkey"
            act={why === 'locked' ? unlockWithPasskey : signInWithPasskey}
            onEntered={onEntered}
            onFailure={onFailure}
          />
        )}
        {signOn && <SignOnButton name={signOn.name} from={from} />}
        {way}
      </Stack>
    </form>
  )
}

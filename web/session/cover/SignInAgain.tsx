import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, onSessionLost } from '../../client/api.ts'
import { useContractForm } from '../../client/forms.ts'
import { forgetToken } from '../../client/token.ts'
import { FormErrors } from '../../ui/form/FormErrors.tsx'
import { useMe, useSite } from '../account.ts'
import { asksForCode, leaveSession, lockedEntry, signIn, signOut } from '../auth.ts'
import { SignInForm } from '../credentials.ts'
import { EnterButton, usePause } from '../EnterButton.tsx'
import { CodeForm } from '../second-factor/CodeForm.tsx'
import { PasskeyButton } from '../second-factor/PasskeyButton.tsx'
import { signInWithPasskey, unlockWithPasskey } from '../second-factor/passkey.ts'
import { canUsePasskeys } from '../second-factor/passkey-support.ts'
import { SignOnButton } from '../sign-on/SignOnButton.tsx'
import { Cover } from './Cover.tsx'
import { watchIdle } from './idle.ts'
import { lockSession, unlockSession } from './lock.ts'

/** Why the screen is covered: its session is gone, or nobody was there for too long. */
type Why = 'lost' | 'locked'

/** Milliseconds until the server is told again that the screen is locked, where it could not be reached. */
const lockAgainAfter = 5_000

/**
 * Covers the screen when the session ends under it, or when nobody touches it for as long as the hospital allows. Who
 * gives the password goes on with the screen as it stands.
 */
export function SignInAgain() {
  const [why, setWhy] = useState<Why | undefined>(() =>
    localStorage.getItem(lockedEntry) ? 'locked' : undefined,
  )
  const [failure, setFailure] = useState<string>()
  const settle = useRef<((signedIn: boolean) => void) | undefined>(undefined)
  const router = useRouter()
  const queryClient = useQueryClient()
  const { idleLockMinutes } = useSite()

  useEffect(() => {
    const takeOff = onSessionLost(
      () =>
        new Promise((resolve) => {
          settle.current = resolve
          setWhy((known) => known ?? 'lost')
        }),
    )
    return () => {
      takeOff()
      settle.current?.(false)
    }
  }, [])

  function end(signedIn: boolean) {
    settle.current?.(signedIn)
    settle.current = undefined
    setFailure(undefined)
    setWhy(undefined)
  }

  const goOn = useEffectEvent(() => {
    forgetToken()
    end(true)
    void queryClient.invalidateQueries()
  })

  // All tabs of this browser are locked together, and opened together.
  useEffect(() => {
    function heard({ key, newValue }: StorageEvent) {
      if (key !== lockedEntry) return
      if (newValue) setWhy('locked')
      else goOn()
    }
    window.addEventListener('storage', heard)
    return () => window.removeEventListener('storage', heard)
  }, [])

  useEffect(() => {
    if (why || idleLockMinutes === null) return undefined
    return watchIdle(idleLockMinutes, () => {
      localStorage.setItem(lockedEntry, String(Date.now()))
      setWhy('locked')
    })
  }, [why, idleLockMinutes])

  // From then on the server refuses this session's tokens; until it knows, it is told again.
  useEffect(() => {
    if (why !== 'locked') return undefined
    forgetToken()
    let isOver = false
    let again: ReturnType<typeof setTimeout>
    async function tell() {
      try {
        await lockSession()
      } catch (error) {
        const isAnswered = error instanceof ApiError && error.status > 0 && error.status < 500
        if (!isOver && !isAnswered) again = setTimeout(tell, lockAgainAfter)
      }
    }
    void tell()
    return () => {
      isOver = true
      clearTimeout(again)
    }
  }, [why])

  async function leave() {
    try {
      await signOut()
    } catch (error) {
      // What is gone already needs no end.
      if (why === 'locked') return setFailure(error instanceof Error ? error.message : String(error))
    }
    end(false)
    await leaveSession(() => router.navigate({ to: '/sign-in' }))
  }

  if (!why) return null
  return (
    <Cover title={why === 'locked' ? 'Locked' : 'Sign in again'}>
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      <Password
        key={why}
        why={why}
        onEntered={goOn}
        onLost={() => setWhy('lost')}
        onLeave={() => void leave()}
        onFailure={setFailure}
      />
    </Cover>
  )
}

const words = {
  locked: {
    text: 'Nobody used this screen for a while. Enter your password to continue; your entries are kept.',
    label: 'Unlock',
    busyLabel: 'Unlocking…',
  },
  lost: {
    text: 'Your session has expired. Sign in to continue; your entries are kept.',
    label: 'Sign in again',
    busyLabel: 'Signing in…',
  },
}

function Password({
  why,
  onEntered,
  onLost,
  onLeave,
  onFailure,
}: {
  why: Why
  onEntered: () => void
  /** The session that was to be unlocked has ended. */
  onLost: () => void
  onLeave: () => void
  onFailure: (sentence: string | undefined) => void
}) {
  const me = useMe()
  const { signOn } = useSite()
  const { href } = useLocation()
  const pause = usePause()
  const [asked, ask] = useState<string>()
  const { text, label, busyLabel } = words[why]

  const { form, summary, onSubmit, busy } = useContractForm({
    onFailure: pause.onFailure,
    schema: SignInForm,
    initialValues: { email: me.email, password: '' },
    send: async ({ email, password }) => {
      try {
        await (why === 'locked' ? unlockSession(password) : signIn(email, password))
      } catch (error) {
        if (asksForCode(error)) return ask(password)
        if (why === 'locked' && error instanceof ApiError && error.status === 401) return onLost()
        throw error
      }
      onEntered()
    },
  })

  if (asked !== undefined) {
    return (
      <CodeForm
        email={me.email}
        password={asked}
        onSignedIn={onEntered}
        way={
          <Button variant="subtle" color="gray" onClick={onLeave}>
            Sign out
          </Button>
        }
      />
    )
  }
  return (
    <form onSubmit={pause.hold(onSubmit)} noValidate>
      <Stack>
        <Text>{text}</Text>
        <FormErrors {...summary} />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          readOnly
          tabIndex={-1}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-first
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          {...form.getInputProps('password')}
        />
        {canUsePasskeys() && (
          <PasskeyButton
            label="Use a passkey"
            act={why === 'locked' ? unlockWithPasskey : signInWithPasskey}
            onEntered={onEntered}
            onFailure={onFailure}
          />
        )}
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={onLeave}>
            Sign out
          </Button>
          <EnterButton pause={pause} busy={busy} label={label} busyLabel={busyLabel} />
        </Group>
        {signOn && <SignOnButton name={signOn.name} from={href} />}
      </Stack>
    </form>
  )
}

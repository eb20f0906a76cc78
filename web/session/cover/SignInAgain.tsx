import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { onSessionLost } from '../client/api.ts'
import { useContractForm } from '../client/forms.ts'
import { FormErrors } from '../ui/form/FormErrors.tsx'
import { useMe } from './account.ts'
import { leaveSession, signIn } from './auth.ts'
import { SignInForm } from './credentials.ts'
import { EnterButton, usePause } from './EnterButton.tsx'

/** When the session ends under an open screen: sign in again, and the screen goes on as it stands. */
export function SignInAgain() {
  const [opened, setOpened] = useState(false)
  const settle = useRef<((signedIn: boolean) => void) | undefined>(undefined)
  const router = useRouter()

  useEffect(() => {
    const takeOff = onSessionLost(
      () =>
        new Promise((resolve) => {
          settle.current = resolve
          setOpened(true)
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
    setOpened(false)
  }

  async function leave() {
    end(false)
    await leaveSession(() => router.navigate({ to: '/sign-in' }))
  }

  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Sign in again"
      zIndex={500}
      overlayProps={{ blur: 6, backgroundOpacity: 0.6 }}
    >
      {opened && <Password onSignedIn={() => end(true)} onLeave={leave} />}
    </Modal>
  )
}

function Password({ onSignedIn, onLeave }: { onSignedIn: () => void; onLeave: () => void }) {
  const me = useMe()
  const queryClient = useQueryClient()
  const pause = usePause()
  const { form, summary, onSubmit, busy } = useContractForm({
    onFailure: pause.onFailure,
    schema: SignInForm,
    initialValues: { email: me.email, password: '' },
    send: async ({ email, password }) => {
      await signIn(email, password)
      onSignedIn()
      void queryClient.invalidateQueries()
    },
  })
  return (
    <form onSubmit={pause.hold(onSubmit)} noValidate>
      <Stack>
        <Text>Your session has expired. Sign in to continue; your entries are kept.</Text>
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
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          {...form.getInputProps('password')}
        />
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={onLeave}>
            Sign out
          </Button>
          <EnterButton pause={pause} busy={busy} label="Sign in again" busyLabel="Signing in…" />
        </Group>
      </Stack>
    </form>
  )
}

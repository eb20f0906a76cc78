import { Anchor, Group, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useContractForm } from '../../client/forms.ts'
import { FormErrors } from '../../ui/form/FormErrors.tsx'
import { EnterButton, usePause } from '../EnterButton.tsx'
import { signIn } from '../entering.ts'

const ways = {
  app: {
    label: 'Code',
    text: 'Enter the code from your authenticator app.',
    other: 'Use a recovery code',
    missing: 'Enter the code that the app shows',
  },
  recovery: {
    label: 'Recovery code',
    text: 'Enter one of your recovery codes. It can be used once.',
    other: 'Use the authenticator app',
    missing: 'Enter a recovery code',
  },
} as const

/** The second step of a sign-in, after the right password. */
export function CodeForm({
  email,
  password,
  onSignedIn,
  way,
}: {
  email: string
  password: string
  onSignedIn: () => unknown
  /** The way out. */
  way: ReactNode
}) {
  const [by, setBy] = useState<keyof typeof ways>('app')
  const pause = usePause()
  const box = useRef<HTMLInputElement>(null)
  // The button that had the focus is gone.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each way has a box of its own
  useEffect(() => box.current?.focus(), [by])
  const { label, text, other, missing } = ways[by]
  const { form, summary, onSubmit, busy } = useContractForm({
    onFailure: pause.onFailure,
    schema: z.object({
      code: z
        .string()
        .trim()
        .min(1, missing)
        .max(60, 'Enter the digits that your app shows, or a recovery code'),
    }),
    initialValues: { code: '' },
    send: async ({ code }) => {
      await signIn(email, password, code)
      await onSignedIn()
    },
  })

  function change() {
    setBy(by === 'app' ? 'recovery' : 'app')
    form.reset()
  }

  return (
    <form onSubmit={pause.hold(onSubmit)} noValidate>
      <Stack>
        <Text>{text}</Text>
        <FormErrors {...summary} />
        <TextInput
          key={by}
          label={label}
          autoComplete="one-time-code"
          inputMode={by === 'app' ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          ref={box}
          required
          withAsterisk={false}
          {...form.getInputProps('code')}
        />
        <Anchor component="button" type="button" w="fit-content" onClick={change}>
          {other}
        </Anchor>
        <Group justify="space-between">
          {way}
          <EnterButton pause={pause} busy={busy} label="Sign in" busyLabel="Signing in…" />
        </Group>
      </Stack>
    </form>
  )
}

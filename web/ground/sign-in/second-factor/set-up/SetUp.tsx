import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ContractForm } from '../../../client/forms.ts'
import { FormErrors } from '../../../ui/form/FormErrors.tsx'
import { canUsePasskeys } from '../passkey-support.ts'
import { EnrolmentFields, useEnrolment } from './enrolment.tsx'
import { PasskeyFields, passkeyNotice, usePasskeyForm } from './passkey-form.tsx'

/** What somebody sets up before they go on, because their hospital asks for it when they sign in. */
export function SetUp({
  email,
  hospitalName,
  onLeave,
  onDone,
}: {
  email: string
  hospitalName: string
  onLeave: () => void
  /** With the recovery codes where there are any: they are shown this once. */
  onDone: (recoveryCodes: readonly string[]) => void
}) {
  const [by, setBy] = useState<'app' | 'passkey'>('app')
  const other = by === 'app' ? 'passkey' : 'app'
  return (
    <Stack>
      <Text>
        {hospitalName} asks for a second step when you sign in, so that a password alone opens no records. Set
        it up once to continue; your entries are kept.
      </Text>
      {by === 'app' ? (
        <ByApp email={email} hospitalName={hospitalName} onLeave={onLeave} onDone={onDone} />
      ) : (
        <ByPasskey onLeave={onLeave} onDone={onDone} />
      )}
      {canUsePasskeys() && (
        <Anchor component="button" type="button" w="fit-content" onClick={() => setBy(other)}>
          {other === 'passkey' ? 'Use a passkey instead' : 'Use an authenticator app instead'}
        </Anchor>
      )}
    </Stack>
  )
}

interface Ways {
  onLeave: () => void
  onDone: (recoveryCodes: readonly string[]) => void
}

function ByApp({ email, hospitalName, onLeave, onDone }: Ways & { email: string; hospitalName: string }) {
  const { form, secret, ...sent } = useEnrolment(onDone)
  return (
    <SetUpForm {...sent} onLeave={onLeave}>
      <EnrolmentFields form={form} secret={secret} email={email} hospitalName={hospitalName} />
    </SetUpForm>
  )
}

function ByPasskey({ onLeave, onDone }: Ways) {
  const { form, ...sent } = usePasskeyForm(() => onDone([]))
  return (
    <SetUpForm {...sent} onLeave={onLeave}>
      <Text>{passkeyNotice}</Text>
      <PasskeyFields form={form} />
    </SetUpForm>
  )
}

function SetUpForm({
  summary,
  onSubmit,
  busy,
  onLeave,
  children,
}: Pick<ContractForm<object>, 'summary' | 'onSubmit' | 'busy'> & {
  onLeave: () => void
  children: ReactNode
}) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormErrors {...summary} />
        {children}
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={onLeave}>
            Sign out
          </Button>
          <Button type="submit" aria-busy={busy}>
            {busy ? 'Setting up…' : 'Set up and continue'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

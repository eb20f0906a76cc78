import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ContractForm } from '../../../client/forms.ts'
import { FormErrors } from '../../../ui/form/FormErrors.tsx'
import { canUsePasskeys } from '../passkey-support.ts'
import { EnrolmentFields, useEnrolment } from './enrolment.tsx'
import { PasskeyFields, passkeyNotice, usePasskeyForm } from './passkey-form.tsx'

/** Setting up the second step that the hospital requires, before anything else. */
export function SetUp({
  email,
  hospitalName,
  way,
  onDone,
}: {
  email: string
  hospitalName: string
  /** The way out. */
  way: ReactNode
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
        <ByApp email={email} hospitalName={hospitalName} way={way} onDone={onDone} />
      ) : (
        <ByPasskey way={way} onDone={onDone} />
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
  way: ReactNode
  onDone: (recoveryCodes: readonly string[]) => void
}

function ByApp({ email, hospitalName, way, onDone }: Ways & { email: string; hospitalName: string }) {
  const { form, secret, ...sent } = useEnrolment(onDone)
  return (
    <SetUpForm {...sent} way={way}>
      <EnrolmentFields form={form} secret={secret} email={email} hospitalName={hospitalName} />
    </SetUpForm>
  )
}

function ByPasskey({ way, onDone }: Ways) {
  const { form, ...sent } = usePasskeyForm(() => onDone([]))
  return (
    <SetUpForm {...sent} way={way}>
      <Text>{passkeyNotice}</Text>
      <PasskeyFields form={form} />
    </SetUpForm>
  )
}

function SetUpForm({
  summary,
  onSubmit,
  busy,
  way,
  children,
}: Pick<ContractForm<object>, 'summary' | 'onSubmit' | 'busy'> & {
  way: ReactNode
  children: ReactNode
}) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormErrors {...summary} />
        {children}
        <Group justify="space-between">
          {way}
          <Button type="submit" aria-busy={busy}>
            {busy ? 'Setting up…' : 'Set up and continue'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

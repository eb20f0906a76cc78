import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnSignIn } from '../../../contract/people/account.ts'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { useMe, useSite } from '../../ground/sign-in/account.ts'
import { RecoveryCodesDialog } from '../../ground/sign-in/second-factor/set-up/RecoveryCodesDialog.tsx'
import { countOf, formatMoment } from '../../ground/ui/format.ts'
import { Section } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { EnrolDialog } from './EnrolDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { disableTwoFactor, renewRecoveryCodes, signInQuery } from './queries.ts'

/** A code from a phone beside the password, and recovery codes for when the phone is away. */
export function TwoFactorSection() {
  const queryClient = useQueryClient()
  const { email } = useMe()
  const { hospitalName } = useSite()
  const own = useQuery(signInQuery)
  const [asked, ask] = useState<'enrol' | 'renew' | 'disable'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const readAgain = () => queryClient.invalidateQueries({ queryKey: signInQuery.queryKey })

  function show(given: readonly string[]) {
    ask(undefined)
    setCodes(given)
    void readAgain()
  }

  return (
    <Section
      title="Two-Factor Authentication"
      description="Signing in asks for a code from your phone as well as the password"
    >
      <Loaded
        query={own}
        failed="Two-factor authentication could not be loaded"
        loading={<Skeleton h={36} radius="md" />}
      >
        {(state) => <State {...state} onAsk={ask} />}
      </Loaded>
      {asked === 'enrol' && <EnrolDialog onClose={() => ask(undefined)} onEnrolled={show} />}
      {asked === 'renew' && (
        <PasswordDialog
          title="Make new recovery codes"
          label="Make new codes"
          busyLabel="Making…"
          onClose={() => ask(undefined)}
          onConfirm={async (password) => show((await renewRecoveryCodes(password)).recoveryCodes)}
        >
          The recovery codes that you have now stop working.
        </PasswordDialog>
      )}
      {asked === 'disable' && (
        <PasswordDialog
          title="Turn two-factor authentication off"
          label="Turn off"
          busyLabel="Turning off…"
          danger
          onClose={() => ask(undefined)}
          onConfirm={async (password) => {
            await disableTwoFactor(password)
            // First, so that the button is gone when the focus would go back to it.
            await readAgain()
            ask(undefined)
            toast.success('Two-factor authentication is off')
          }}
        >
          After that, the password alone is enough to sign in. Your recovery codes stop working.
        </PasswordDialog>
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          email={email}
          hospitalName={hospitalName}
          onClose={() => setCodes(undefined)}
        />
      )}
    </Section>
  )
}

function State({
  twoFactorSince,
  recoveryCodesLeft,
  onAsk,
}: OwnSignIn & { onAsk: (asked: 'enrol' | 'renew' | 'disable') => void }) {
  const { timeZone } = useSite()
  if (!twoFactorSince) {
    return (
      <Group justify="space-between">
        <Text>Off: the password alone is enough to sign in.</Text>
        <Button variant="default" onClick={() => onAsk('enrol')}>
          Turn On
        </Button>
      </Group>
    )
  }
  return (
    <Group justify="space-between">
      <div>
        <Text>On since {formatMoment(twoFactorSince, timeZone)}.</Text>
        <Text size="xs" c="dimmed">
          {countOf(recoveryCodesLeft, 'recovery code')} left
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="default" onClick={() => onAsk('renew')}>
          New Recovery Codes
        </Button>
        <Button variant="default" onClick={() => onAsk('disable')}>
          Turn Off
        </Button>
      </Group>
    </Group>
  )
}

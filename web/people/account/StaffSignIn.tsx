// No dialog in this file is about a patient.
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  endStaffSessions,
  readStaffSignIn,
  removeStaffTwoFactor,
  type StaffSignIn as SignInState,
} from '../../../contract/people/account.ts'
import { api } from '../../ground/client/api.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { countOf } from '../../ground/ui/format.ts'
import { toast } from '../../ground/ui/toast.tsx'
import { ResetLinkDialog } from './ResetLinkDialog.tsx'

function staffSignInQuery(id: string) {
  return queryOptions({
    queryKey: ['account', 'staff', id],
    queryFn: ({ signal }): Promise<SignInState> => api(readStaffSignIn, { params: { id } }, { signal }),
    staleTime: 0,
  })
}

const acts = {
  sessions: {
    endpoint: endStaffSessions,
    label: 'End All Sessions',
    title: (name: string) => `End all sessions of ${name}?`,
    text: (name: string) =>
      `${name} is signed out everywhere at once, and can sign in again. Entries that were not saved can be saved after that.`,
    confirm: 'End all sessions',
    busy: 'Ending…',
    done: (name: string) => `${name} is signed out everywhere`,
  },
  twoFactor: {
    endpoint: removeStaffTwoFactor,
    label: 'Remove Two-Factor',
    title: (name: string) => `Remove the two-factor authentication and passkeys of ${name}?`,
    text: (name: string) =>
      `Do this when ${name} has lost both phone and recovery codes, and you have confirmed their identity. They are signed out everywhere, and can sign in with the password alone.`,
    confirm: 'Remove two-factor and passkeys',
    busy: 'Removing…',
    done: (name: string) => `Two-factor authentication and passkeys of ${name} removed`,
  },
} as const

/** How a colleague gets in: what an administrator does about a lost phone, or a screen that was left open. */
export function StaffSignIn({ id, name }: { id: string; name: string }) {
  const queryClient = useQueryClient()
  const query = staffSignInQuery(id)
  const reading = useQuery(query)
  const [asked, ask] = useState<keyof typeof acts>()
  const act = asked && acts[asked]
  const [isResetting, setResetting] = useState(false)

  async function confirm() {
    if (!act) return
    try {
      queryClient.setQueryData(query.queryKey, await api(act.endpoint, { params: { id } }))
    } catch (failure) {
      throw new Error(refusedAct(failure, 'Nothing was changed'), { cause: failure })
    }
    ask(undefined)
    toast.success(act.done(name))
  }

  return (
    <Loaded
      query={reading}
      failed={`${name}’s sign-in details could not be loaded`}
      loading={<Skeleton h={52} radius="md" />}
    >
      {(data) => (
        <Group justify="space-between">
          <div>
            <Text>{data.sessions === 0 ? 'Not signed in' : `${countOf(data.sessions, 'session')} open`}</Text>
            <Text size="xs" c="dimmed">
              Two-factor authentication is {data.hasTwoFactor ? 'on' : 'off'}
              {data.passkeys > 0 && `, ${countOf(data.passkeys, 'passkey')}`}
            </Text>
          </div>
          <Group gap="xs">
            <Button variant="default" onClick={() => setResetting(true)}>
              Reset Password Link
            </Button>
            {(data.hasTwoFactor || data.passkeys > 0) && (
              <Button variant="default" onClick={() => ask('twoFactor')}>
                {acts.twoFactor.label}
              </Button>
            )}
            {data.sessions > 0 && (
              <Button variant="default" onClick={() => ask('sessions')}>
                {acts.sessions.label}
              </Button>
            )}
          </Group>
          {isResetting && <ResetLinkDialog id={id} name={name} onClose={() => setResetting(false)} />}
          {act && (
            <ConfirmDialog
              onClose={() => ask(undefined)}
              title={act.title(name)}
              confirmLabel={act.confirm}
              busyLabel={act.busy}
              onConfirm={confirm}
            >
              {act.text(name)}
            </ConfirmDialog>
          )}
        </Group>
      )}
    </Loaded>
  )
}

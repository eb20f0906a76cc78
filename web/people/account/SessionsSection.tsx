// No dialog in this file is about a patient.
import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endOtherSessions, endOwnSession, type OwnSession } from '../../../contract/people/account.ts'
import { api } from '../../ground/client/api.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import { refusedAct } from '../../ground/records/failures.ts'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { useSite } from '../../ground/sign-in/account.ts'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { focusPanel } from '../../ground/ui/focus.ts'
import { countOf, formatMoment } from '../../ground/ui/format.ts'
import { Section } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import classes from './Account.module.css'
import { sessionsQuery } from './queries.ts'

/** The user's sessions, each with a button that ends it. */
export function SessionsSection() {
  const queryClient = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const [isEndingAll, setEndingAll] = useState(false)
  const readAgain = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  const end = useMutation({
    mutationFn: ({ session }: { session: OwnSession; pressed: Element }) =>
      api(endOwnSession, { params: { id: session.id } }),
    onSuccess: (_, { pressed }) => {
      focusPanel(pressed)
      toast.success('Session ended')
    },
    onError: (error) => toast.error(refusedAct(error, 'Not signed out')),
    onSettled: readAgain,
  })
  const others = sessions.data?.filter(({ isThis }) => !isThis) ?? []

  async function endAll() {
    try {
      const { ended } = await api(endOtherSessions, { body: { which: 'others' } })
      toast.success(`${countOf(ended, 'session')} ended`)
    } catch (error) {
      throw new Error(refusedAct(error, 'Not signed out'), { cause: error })
    }
    // First, so that the button is gone when the focus would go back to it.
    await readAgain()
    setEndingAll(false)
  }

  return (
    <Section
      title="Sessions"
      description="Where you are signed in. A session that you end is signed out at once."
      action={
        others.length > 0 && (
          <Button variant="default" onClick={() => setEndingAll(true)}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <Loaded
        query={sessions}
        failed="Your sessions could not be loaded"
        loading={<Skeleton h={44} radius="md" />}
      >
        {(all) => (
          <ul className={classes.list}>
            {all.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onEnd={(pressed) => end.mutate({ session, pressed })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {isEndingAll && (
        <ConfirmDialog
          onClose={() => setEndingAll(false)}
          title="Sign out everywhere else?"
          confirmLabel="Sign out everywhere else"
          busyLabel="Signing out…"
          onConfirm={endAll}
        >
          {countOf(others.length, 'session')} on other devices and browsers will end at once. Entries that
          were not saved there can be saved after signing in again.
        </ConfirmDialog>
      )}
    </Section>
  )
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: (pressed: Element) => void }) {
  const { timeZone } = useSite()
  const device = session.device ?? 'Unknown device'
  const used = `Last used ${formatMoment(session.usedAt, timeZone)}`
  const place = session.address ? ` · ${session.address}` : ''
  return (
    <li>
      <div>
        <Group gap="xs">
          {device}
          {session.isThis && <Badge variant="light">This device</Badge>}
          {session.isLocked && (
            <Badge variant="light" color="gray">
              Locked
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {session.isThis ? `In use now${place}` : `${used}${place}`}. Signed in{' '}
          {formatMoment(session.startedAt, timeZone)}
        </Text>
      </div>
      {session.isThis ? (
        <AnchorLink to="/sign-out" size="sm">
          Sign out
        </AnchorLink>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Sign out ${device}, ${used.toLowerCase()}`}
          onClick={({ currentTarget }) => onEnd(currentTarget)}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

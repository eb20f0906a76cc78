// No dialog in this file is about a patient.
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarFeed } from '../../../contract/front-desk/calendar-feeds.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { useSite } from '../../ground/sign-in/account.ts'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { formatMoment } from '../../ground/ui/format.ts'
import { Section } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { AddFeedDialog } from './AddFeedDialog.tsx'
import { ownFeedQuery, useFeedActions } from './queries.ts'
import { feedTitle } from './words.ts'

/** The address at which a doctor's calendars read the appointments: whether there is one, not which. */
export function FeedSection() {
  const query = useQuery(ownFeedQuery)
  const actions = useFeedActions()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<CalendarFeed>()
  const feed = query.data?.feed ?? null

  async function withdraw(one: CalendarFeed) {
    try {
      await actions.withdraw(one)
    } catch (error) {
      throw new Error(refusedAct(error, 'Not withdrawn'), { cause: error })
    }
    setLeaving(undefined)
    toast.success('Calendar address withdrawn')
  }

  return (
    <Section
      {...feedTitle}
      action={
        <Button variant="default" disabled={!query.data} onClick={() => setAdding(true)}>
          {feed ? 'Replace Address' : 'Create Address'}
        </Button>
      }
    >
      <Loaded
        query={query}
        failed="Your calendar feed could not be loaded"
        loading={<Skeleton h={44} radius="md" />}
      >
        {({ feed: shown, mayShowInitials }) =>
          shown ? (
            <Group justify="space-between" gap="xs">
              <FeedFacts feed={shown} mayShowInitials={mayShowInitials} />
              <Button
                size="compact-sm"
                variant="default"
                aria-label="Withdraw the calendar address"
                onClick={() => setLeaving(shown)}
              >
                Withdraw
              </Button>
            </Group>
          ) : (
            <Text c="dimmed">
              No address yet. With one, calendars such as Google, Apple and Outlook show your appointments.
            </Text>
          )
        }
      </Loaded>
      {isAdding && (
        <AddFeedDialog
          replaces={feed !== null}
          mayShowInitials={query.data?.mayShowInitials ?? false}
          onClose={() => setAdding(false)}
        />
      )}
      {leaving && (
        <ConfirmDialog
          onClose={() => setLeaving(undefined)}
          title="Withdraw the calendar address?"
          confirmLabel="Withdraw address"
          busyLabel="Withdrawing…"
          onConfirm={() => withdraw(leaving)}
        >
          Calendars that use it read nothing from now on. What they have read stays in them until you remove
          the calendar there.
        </ConfirmDialog>
      )}
    </Section>
  )
}

function FeedFacts({ feed, mayShowInitials }: { feed: CalendarFeed; mayShowInitials: boolean }) {
  const { timeZone } = useSite()
  const read = feed.fetchedAt ? `Last read ${formatMoment(feed.fetchedAt, timeZone)}` : 'Not read yet'
  return (
    <div>
      {feed.showsInitials && mayShowInitials ? 'Times, places and patients’ initials' : 'Times and places'}
      <Text size="xs" c="dimmed">
        {read}. Created {formatMoment(feed.madeAt, timeZone)}
      </Text>
    </div>
  )
}

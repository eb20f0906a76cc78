// No dialog in this file is about a patient.
import { Button, Group, List, Stack, Switch, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { CalendarFeedForm, feedDays, feedPath } from '../../../contract/front-desk/calendar-feeds.ts'
import { useContractForm } from '../../ground/client/forms.ts'
import { newSecret } from '../../ground/client/secret.ts'
import { DialogForm } from '../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { CopyField } from '../../ground/ui/form/CopyField.tsx'
import { useFeedActions } from './queries.ts'

interface Feed {
  /** The account has an address already. */
  replaces: boolean
  mayShowInitials: boolean
  onClose: () => void
}

/** Makes the address of one's own calendar feed, and shows it: now, and never again. */
export function AddFeedDialog(feed: Feed) {
  const [secret, setSecret] = useState<string>()
  // The title of the dialog that was opened, although there is an address by now.
  const [replaces] = useState(feed.replaces)
  const title = replaces ? 'Replace the calendar address' : 'Create a calendar address'
  return (
    <DialogFrame title={secret ? 'Add it to your calendar' : title} onClose={feed.onClose} size="md">
      {secret ? (
        <MadeAddress secret={secret} onClose={feed.onClose} />
      ) : (
        <NewAddress {...feed} replaces={replaces} onMade={setSecret} />
      )}
    </DialogFrame>
  )
}

function NewAddress({
  replaces,
  mayShowInitials,
  onClose,
  onMade,
}: Feed & { onMade: (secret: string) => void }) {
  const actions = useFeedActions()
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: CalendarFeedForm,
    initialValues: { secret: newSecret(), showsInitials: false },
    async send(values) {
      await actions.add(values)
      onMade(values.secret)
    },
  })
  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label={replaces ? 'Replace address' : 'Create address'}
      busyLabel="Creating…"
      onCancel={onClose}
    >
      <Text>
        Your calendar shows when and where you have appointments, from {feedDays.before} days ago to{' '}
        {feedDays.after} days ahead, and when you are away.{' '}
        {!mayShowInitials && 'It never shows who the patient is or why they come.'}
      </Text>
      {mayShowInitials && (
        <Switch
          {...form.getInputProps('showsInitials', { type: 'checkbox' })}
          label="Show patients’ initials"
          description="Calendar services such as Google and Microsoft keep what they read."
        />
      )}
      {replaces && <Text>The address you have now stops working at once.</Text>}
    </DialogForm>
  )
}

const ways = [
  ['Google Calendar', 'on a computer: Other calendars, +, From URL.'],
  [
    'Apple Calendar',
    'File, New Calendar Subscription; on an iPhone: Calendars, Add Calendar, Add Subscription Calendar.',
  ],
  ['Outlook', 'Add calendar, Subscribe from web.'],
] as const

function MadeAddress({ secret, onClose }: { secret: string; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => place.current?.querySelector<HTMLInputElement>('input[readonly]')?.focus(), [])
  return (
    <Stack gap="md" ref={place}>
      <CopyField
        label="Calendar address"
        description="It is shown only now. Anyone who has it can read your calendar: share it with nobody."
        text={new URL(feedPath(secret), window.location.origin).href}
        copyLabel="Copy address"
      />
      <List spacing={4} size="sm">
        {ways.map(([calendar, way]) => (
          <List.Item key={calendar}>
            <strong>{calendar}</strong>, {way}
          </List.Item>
        ))}
      </List>
      <Text size="sm">
        Google reads an address only every 12 to 24 hours, others every few hours. For today’s appointments,
        look in Lantern. Online calendars can read it only if Lantern can be reached from the internet.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  )
}

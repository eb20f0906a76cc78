import { Skeleton, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChosenKind } from '../../../contract/people/notifications.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { useMe } from '../../ground/sign-in/account.ts'
import { toast } from '../../ground/ui/toast.tsx'
import { type DeviceState, turnDevice, useDevice } from './device.ts'
import classes from './Notifications.module.css'
import { choicesQuery, useNotificationActions } from './queries.ts'

const kindWords: Record<ChosenKind, string> = {
  LOW_STOCK: 'Stock that is low or used up',
  EXPIRY: 'Stock that expires',
  BOOKED: 'Appointments booked with you',
  MOVED: 'Your appointments moved',
  CANCELLED: 'Your appointments cancelled',
  WAITING: 'Patients who wait too long',
  HIGH_NEWS2: 'High NEWS2 scores of your patients',
  ROLE_GRANTED: 'Roles you are given',
  ONLINE_BOOKING: 'Bookings from home to answer',
  DEMO_REQUEST: 'Demo requests from the public pages',
}

const kindDetails: Partial<Record<ChosenKind, string>> = {
  HIGH_NEWS2:
    'For doctors, your own patients; for nurses, the ward chosen on the dashboard. Scores of 7 and over that nobody acknowledged within 15 minutes are shown to every doctor, whatever is set here.',
}

const deviceWords: Record<DeviceState, string> = {
  on: 'Never with a patient’s name.',
  off: 'The browser asks for permission. Never with a patient’s name.',
  blocked: 'Notifications from Lantern are blocked. Allow them in the browser’s settings for this site.',
  unable: 'This browser can’t show notifications.',
}

/** The user's choices of notifications, and whether this browser shows them while they work elsewhere. */
export function NotificationKinds() {
  const me = useMe()
  const choices = useQuery(choicesQuery(me.id))
  return (
    <>
      <Loaded
        query={choices}
        failed="Your notification settings could not be loaded"
        loading={<Skeleton h={200} radius="md" />}
      >
        {(kinds) => kinds.map(({ kind }) => <KindSwitch key={kind} staffId={me.id} kind={kind} />)}
      </Loaded>
      <DeviceSwitch staffId={me.id} />
    </>
  )
}

function KindSwitch({ staffId, kind }: { staffId: string; kind: ChosenKind }) {
  const { choose } = useNotificationActions()
  // Read here and not by the list, which is drawn later: until then the switch would go back to what it was.
  const { data: isOn } = useQuery({
    ...choicesQuery(staffId),
    refetchOnMount: false,
    select: (all) => all.some((one) => one.kind === kind && one.isOn),
  })
  const [wanted, want] = useState<boolean>()
  async function change(chosen: boolean) {
    want(chosen)
    try {
      await choose(kind, chosen)
    } catch (error) {
      toast.error(refusedAct(error, 'Not saved'))
    }
    want(undefined)
  }
  return (
    <Switch
      label={kindWords[kind]}
      description={kindDetails[kind]}
      checked={wanted ?? isOn ?? false}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}

function DeviceSwitch({ staffId }: { staffId: string }) {
  const state = useDevice(staffId)
  return (
    <Switch
      className={classes.device}
      label="Show on this device when Lantern is in the background"
      description={deviceWords[state]}
      checked={state === 'on'}
      disabled={state === 'blocked' || state === 'unable'}
      onChange={(event) => void turnDevice(staffId, event.currentTarget.checked)}
    />
  )
}

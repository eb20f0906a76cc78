import { ActionIcon, Text } from '@mantine/core'
import { IconMenu2, IconPlugConnectedX } from '@tabler/icons-react'
import { useLive } from '../client/live/state.ts'
import { useSite } from '../session/account.ts'
import { formatMomentTime } from '../ui/format.ts'
import { LatePopover } from '../ui/LatePopover.tsx'
import { late } from '../ui/late.tsx'
import { ToastPlace } from '../ui/toast.tsx'
import classes from './Shell.module.css'
import { BellButton, UserButton } from './triggers.tsx'

const UserMenu = late(async () => (await import('./UserMenu.tsx')).UserMenu, {
  StandIn: ({ onWanted }) => <UserButton onClick={onWanted} />,
})

export function Header({ onMenu }: { onMenu: () => void }) {
  const site = useSite()
  return (
    <header className={classes.header}>
      <ActionIcon
        hiddenFrom="md"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Open the menu"
        onClick={onMenu}
      >
        <IconMenu2 size={20} aria-hidden="true" />
      </ActionIcon>
      <span className={classes.hospital}>{site.hospitalName}</span>
      <LiveNotice timeZone={site.timeZone} />
      <ToastPlace where="header" />
      <div className={classes.tools}>
        <Bell />
        <UserMenu />
      </div>
    </header>
  )
}

/** What needs somebody. */
function Bell() {
  return (
    <LatePopover position="bottom-end" width={280} button={<BellButton />}>
      {() => (
        <>
          <Text fw={600}>Notifications</Text>
          <Text c="dimmed">No notifications</Text>
        </>
      )}
    </LatePopover>
  )
}

/** Silent while all is well; says since when what is shown may be out of date. */
function LiveNotice({ timeZone }: { timeZone: string }) {
  const live = useLive()
  return (
    <span role="status" className={classes.live}>
      {live !== 'live' && (
        <span className={classes.lost}>
          <IconPlugConnectedX size={16} aria-hidden="true" />
          Not live since {formatMomentTime(live.lostSince, timeZone)}
        </span>
      )}
    </span>
  )
}

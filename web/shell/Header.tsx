import { ActionIcon, Popover, Text } from '@mantine/core'
import { IconBell, IconMenu2, IconPlugConnectedX } from '@tabler/icons-react'
import { useSite } from '../account.ts'
import { useLive } from '../live.ts'
import { formatMomentTime } from '../ui/format.ts'
import classes from './Shell.module.css'
import { UserMenu } from './UserMenu.tsx'

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
      <div className={classes.tools}>
        <Popover position="bottom-end" width={280} trapFocus>
          <Popover.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Notifications">
              <IconBell size={20} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label="Notifications">
            <Text fw={600}>Notifications</Text>
            <Text c="dimmed">Nothing needs you right now</Text>
          </Popover.Dropdown>
        </Popover>
        <UserMenu />
      </div>
    </header>
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

import { ActionIcon } from '@mantine/core'
import { IconMenu2, IconPlugConnectedX } from '@tabler/icons-react'
import { useLoaderData } from '@tanstack/react-router'
import { useLive } from '../client/live/state.ts'
import { useSite } from '../sign-in/account.ts'
import { useLogo } from '../sign-in/logo.ts'
import { formatMomentTime } from '../ui/format.ts'
import { late } from '../ui/lazy-component.tsx'
import { ToastPlace } from '../ui/toast.tsx'
import classes from './Shell.module.css'
import { UserButton } from './triggers.tsx'

const UserMenu = late(() => import('./UserMenu.tsx'), 'UserMenu', {
  StandIn: ({ onWanted }) => <UserButton onClick={onWanted} />,
})

export function Header({ onMenu }: { onMenu: () => void }) {
  const site = useSite()
  const logo = useLogo()
  const { tools } = useLoaderData({ from: '/signed-in/shell' })
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
      {site.logoMark &&
        (logo ? <img className={classes.logo} src={logo} alt="" /> : <span className={classes.logo} />)}
      <span className={classes.hospital}>{site.hospitalName}</span>
      <LiveNotice timeZone={site.timeZone} />
      <ToastPlace where="header" />
      <div className={classes.tools}>
        {tools}
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
        <span className={classes.lost} data-lost>
          <IconPlugConnectedX size={16} aria-hidden="true" />
          <span>Not live since {formatMomentTime(live.lostSince, timeZone)}</span>
        </span>
      )}
    </span>
  )
}

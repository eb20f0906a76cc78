import { useDisclosure } from '@mantine/hooks'
import { Outlet, useLoaderData } from '@tanstack/react-router'
import { AnchorLink } from '../links/links.tsx'
import { useMe, useSite } from '../sign-in/account.ts'
import { formatMoment } from '../ui/format.ts'
import { late } from '../ui/lazy-component.tsx'
import { Header } from './Header.tsx'
import { Navigation } from './Navigation.tsx'
import classes from './Shell.module.css'
import { Shortcuts } from './Shortcuts.tsx'

const MenuDrawer = late(() => import('./MenuDrawer.tsx'), 'MenuDrawer', {
  isOpen: ({ opened }) => opened,
  close: ({ onClose }) => onClose(),
})

/** The frame of every signed-in screen: a sidebar (a drawer where it is narrow), the header, and the screen. */
export function Shell() {
  const [opened, drawer] = useDisclosure(false)
  const { Scanning } = useLoaderData({ from: '/signed-in/shell' })
  const { secondStep } = useMe()
  const site = useSite()

  return (
    <Scanning>
      <Shortcuts>
        <div className={classes.shell}>
          <a className={classes.skip} href="#content">
            Skip to content
          </a>
          <aside className={classes.rail}>
            <Navigation />
          </aside>
          <MenuDrawer opened={opened} onClose={drawer.close} />
          <Header onMenu={drawer.open} />
          <main className={classes.main} id="content" tabIndex={-1}>
            <div className={classes.content}>
              {secondStep && (
                <p className={classes.notice}>
                  {site.hospitalName} asks for a second step when you sign in. You have until{' '}
                  {formatMoment(secondStep.by, site.timeZone)} to{' '}
                  <AnchorLink to="/settings">set it up</AnchorLink>.
                </p>
              )}
              <Outlet />
            </div>
          </main>
        </div>
      </Shortcuts>
    </Scanning>
  )
}

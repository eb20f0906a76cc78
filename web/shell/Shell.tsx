import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Header } from './Header.tsx'
import { Navigation } from './Navigation.tsx'
import classes from './Shell.module.css'

/** The frame of every signed-in screen: a sidebar (a drawer where it is narrow), the header, and the screen. */
export function Shell() {
  const [opened, drawer] = useDisclosure(false)
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  // A new screen takes the focus, so that keyboard and screen reader start at its beginning.
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <aside className={classes.rail}>
        <Navigation />
      </aside>
      <Drawer.Root opened={opened} onClose={drawer.close} size={264} hiddenFrom="md">
        <Drawer.Overlay />
        <Drawer.Content aria-label="Menu" className={classes.drawer}>
          <Navigation onChoose={drawer.close} onClose={drawer.close} />
        </Drawer.Content>
      </Drawer.Root>
      <Header onMenu={drawer.open} />
      <main className={classes.main} id="content" ref={main} tabIndex={-1}>
        <div className={classes.content}>
          <Outlet />
        </div>
      </main>
    </div>
  )
}

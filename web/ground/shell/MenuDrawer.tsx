import { Drawer } from '@mantine/core'
import { Navigation } from './Navigation.tsx'
import classes from './Shell.module.css'

/** The sidebar where there is no room for one. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={264} hiddenFrom="md">
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu" className={classes.drawer}>
        <Navigation onChoose={onClose} onClose={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  )
}

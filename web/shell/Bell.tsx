import { Popover, Text } from '@mantine/core'
import { BellButton } from './triggers.tsx'

/** What needs somebody. */
export function Bell({ defaultOpened }: { defaultOpened?: boolean }) {
  return (
    <Popover position="bottom-end" width={280} trapFocus defaultOpened={defaultOpened}>
      <Popover.Target>
        <BellButton />
      </Popover.Target>
      <Popover.Dropdown aria-label="Notifications">
        <Text fw={600}>Notifications</Text>
        <Text c="dimmed">Nothing needs you right now</Text>
      </Popover.Dropdown>
    </Popover>
  )
}

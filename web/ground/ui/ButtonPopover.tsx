import { Popover, type PopoverProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { cloneElement, type ReactElement, type ReactNode } from 'react'

interface ButtonPopoverProps extends Pick<PopoverProps, 'position' | 'width'> {
  /** Says what opens from it, which is called the same; its `onClick` is set here. */
  button: ReactElement<{ onClick?: () => void }>
  children: (popover: { opened: boolean; onClose: () => void }) => ReactNode
}

/** A button that opens a popover. */
export function ButtonPopover({
  button,
  defaultOpened,
  children,
  ...look
}: ButtonPopoverProps & { defaultOpened?: boolean | undefined }) {
  const [opened, popover] = useDisclosure(defaultOpened)
  return (
    <Popover
      {...look}
      opened={opened}
      onChange={popover.toggle}
      onDismiss={popover.close}
      trapFocus
      returnFocus
    >
      <Popover.Target>{cloneElement(button, { onClick: popover.toggle })}</Popover.Target>
      <Popover.Dropdown>{children({ opened, onClose: popover.close })}</Popover.Dropdown>
    </Popover>
  )
}

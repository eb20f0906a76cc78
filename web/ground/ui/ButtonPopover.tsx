import { Popover, type PopoverProps } from '@mantine/core'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { useStartOpened } from './use-start-opened.ts'

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
  const [opened, setOpened] = useStartOpened(defaultOpened)
  const toggle = () => setOpened((isOpen) => !isOpen)
  const close = () => setOpened(false)
  return (
    <Popover {...look} opened={opened} onChange={toggle} onDismiss={close} trapFocus returnFocus>
      <Popover.Target>{cloneElement(button, { onClick: toggle })}</Popover.Target>
      <Popover.Dropdown>{children({ opened, onClose: close })}</Popover.Dropdown>
    </Popover>
  )
}

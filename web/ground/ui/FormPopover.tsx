import { Button } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ButtonPopover } from './ButtonPopover.tsx'

/** A button that opens a small form in a popover; it closes when the form was sent. */
export function FormPopover({
  label,
  icon: Icon,
  defaultOpened,
  children,
}: {
  label: string
  icon: TablerIcon
  defaultOpened?: boolean | undefined
  children: (onClose: () => void) => ReactNode
}) {
  return (
    <ButtonPopover
      button={
        <Button variant="default" leftSection={<Icon size={16} aria-hidden="true" />}>
          {label}
        </Button>
      }
      position="bottom-end"
      defaultOpened={defaultOpened}
      width="min(320px, calc(100vw - 32px))"
    >
      {({ opened, onClose }) => opened && children(onClose)}
    </ButtonPopover>
  )
}

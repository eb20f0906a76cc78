import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconDotsVertical, type TablerIcon } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import classes from './RowAction.module.css'

interface RowActionProps {
  /** The verb: 'Edit' */
  label: string
  /** What it is done with, for those who don't see the row. */
  of: string
  icon: TablerIcon
}

/** Something to do with the record of a row: an icon with its verb. */
export function RowAction({
  label,
  of,
  icon,
  danger,
  ...button
}: RowActionProps & { danger?: boolean; onClick: () => void; ref?: Ref<HTMLButtonElement> }) {
  return (
    <Tooltip label={label}>
      <ActionIcon {...button} {...lookOf(danger)} aria-label={`${label} ${of}`}>
        <RowIcon icon={icon} />
      </ActionIcon>
    </Tooltip>
  )
}

/** The same where it leads to another screen. */
export const RowLink = createLink(
  ({
    label,
    of,
    icon,
    ...link
  }: RowActionProps & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) => (
    <Tooltip label={label}>
      <ActionIcon component="a" {...link} {...lookOf()} aria-label={`${label} ${of}`}>
        <RowIcon icon={icon} />
      </ActionIcon>
    </Tooltip>
  ),
)

/** What is done with a row more rarely. */
export function RowMenu({ of, children }: { of: string; children: ReactNode }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon {...lookOf()} aria-label={`More for ${of}`}>
          <RowIcon icon={IconDotsVertical} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

function lookOf(danger = false) {
  return { variant: 'subtle', color: danger ? 'red' : 'gray', className: classes.action } as const
}

function RowIcon({ icon: Icon }: { icon: TablerIcon }) {
  return <Icon size={18} stroke={1.6} aria-hidden="true" />
}

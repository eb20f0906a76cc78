import { ActionIcon } from '@mantine/core'
import { IconDotsVertical, type TablerIcon } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, type Ref, useState } from 'react'
import { late, whileOpen } from '../../ui/lazy-component.tsx'
import classes from './RowAction.module.css'
import type { RowItem } from './RowItems.tsx'

interface RowActionProps {
  /** The verb: 'Edit' */
  label: string
  /** The name of the row's record, for screen readers. */
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
    <ActionIcon {...button} {...lookOf(danger)} data-tip={label} aria-label={`${label} ${of}`}>
      <RowIcon icon={icon} />
    </ActionIcon>
  )
}

/** A row's action that leads to another screen. */
export const RowLink = createLink(
  ({
    label,
    of,
    icon,
    ...link
  }: RowActionProps & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) => (
    <ActionIcon component="a" {...link} {...lookOf()} data-tip={label} aria-label={`${label} ${of}`}>
      <RowIcon icon={icon} />
    </ActionIcon>
  ),
)

const RowItems = late(() => import('./RowItems.tsx'), 'RowItems', whileOpen)

/** The rarer actions of a row. */
export function RowMenu({ of, items }: { of: string; items: readonly RowItem[] }) {
  const [button, setButton] = useState<HTMLElement>()
  const label = `More for ${of}`
  return (
    <>
      <ActionIcon
        {...lookOf()}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded="false"
        onClick={(event) => setButton(event.currentTarget)}
      >
        <RowIcon icon={IconDotsVertical} />
      </ActionIcon>
      <RowItems.Ahead />
      {button && (
        <RowItems button={button} label={label} items={items} onClose={() => setButton(undefined)} />
      )}
    </>
  )
}

function lookOf(danger = false) {
  return { variant: 'subtle', color: danger ? 'red' : 'gray', className: classes.action } as const
}

function RowIcon({ icon: Icon }: { icon: TablerIcon }) {
  return <Icon size={18} stroke={1.6} aria-hidden="true" />
}

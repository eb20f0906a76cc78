import type { TablerIcon } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '../links/links.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'

/** Stands where a record would, which doesn't exist or no longer does, and leads to its list. */
export function MissingRecord({
  title,
  icon: Icon,
  list,
  children,
}: {
  /** 'Item Not Found' */
  title: string
  icon: TablerIcon
  list: { to: NonNullable<LinkProps['to']>; name: string }
  /** Why, or what to do, in a sentence. */
  children: ReactNode
}) {
  return (
    <EmptyState
      isPage
      title={title}
      icon={<Icon size={32} stroke={1.5} />}
      action={
        <ButtonLink to={list.to} variant="default">
          Back to {list.name}
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  )
}

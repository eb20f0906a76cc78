import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './states.module.css'

/** An empty list: what would stand here, and the next step. Never used for a list that failed to load. */
export function EmptyState({
  title,
  children,
  action,
  icon,
  compact,
  isPage,
}: {
  title: string
  /** A sentence about the next step. */
  children?: ReactNode
  action?: ReactNode
  icon?: ReactNode
  compact?: boolean | undefined
  /** It stands for the whole page, so its title is the page’s. */
  isPage?: boolean
}) {
  return (
    <div className={classes.state} data-compact={compact || undefined}>
      {icon && (
        <div className={classes.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <Title order={isPage ? 1 : 2} size="h3">
        {title}
      </Title>
      {children && <p>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'

/**
 * A page's head: its title, one line of context, and its actions (the main one last) on one row. A page that has its
 * title elsewhere (whose record it is) leaves it out.
 */
export function PageHeader({
  title,
  context,
  back,
  children,
}: {
  title?: ReactNode
  context?: ReactNode
  /** A link above the title to where one came from. */
  back?: ReactNode
  /** Actions. */
  children?: ReactNode
}) {
  return (
    <header className={classes.head}>
      <div className={classes.words}>
        {back && <div className={classes.back}>{back}</div>}
        {title && <Title order={1}>{title}</Title>}
        {context && <div className={classes.context}>{context}</div>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </header>
  )
}

import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'
import { useShrunk } from './use-shrunk.ts'

export interface PageHeaderProps {
  title?: ReactNode
  context?: ReactNode
  /** A link above the title to where one came from. */
  back?: ReactNode
  /** Actions. */
  children?: ReactNode
}

/**
 * A page's head: its title, one line of context, and its actions (the main one last) on one row. The title moves into the
 * bar when the head is scrolled away. A record has no title here, because the patient's banner names it.
 */
export function PageHeader({
  title,
  context,
  back,
  fold,
  children,
}: PageHeaderProps & {
  /** On a phone the main action is an icon, and this button shows all of them. */
  fold?: { id: string; button: ReactNode }
}) {
  const head = useShrunk()
  return (
    <header ref={head} className={classes.head} data-folds={fold && true}>
      <div className={classes.words}>
        {back && <div className={classes.back}>{back}</div>}
        {title && <Title order={1}>{title}</Title>}
        {context && <div className={classes.context}>{context}</div>}
      </div>
      {fold && <div className={classes.more}>{fold.button}</div>}
      {children && (
        <div id={fold?.id} className={classes.actions}>
          {children}
        </div>
      )}
    </header>
  )
}

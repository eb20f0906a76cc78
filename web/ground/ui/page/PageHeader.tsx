import { ActionIcon, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
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
 * A page's head: its title, one line of context, and its actions (the main one last) on one row. The row moves into the bar
 * when the head is scrolled away; a button then shows the actions besides the main one. A record has no title here, because
 * the patient's banner names it.
 */
export function PageHeader({
  title,
  context,
  back,
  folds,
  children,
}: PageHeaderProps & {
  /** On a phone the main action is an icon, and the other actions are behind the button too. */
  folds?: boolean
}) {
  const [isOpen, fold] = useDisclosure()
  const head = useShrunk(fold.close)
  const id = useId()

  return (
    <header ref={head} className={classes.head} data-folds={folds}>
      <div className={classes.row}>
        <div className={classes.words}>
          {back && <div className={classes.back}>{back}</div>}
          {title && <Title order={1}>{title}</Title>}
          {context && <div className={classes.context}>{context}</div>}
        </div>
        {children && (
          <>
            <ActionIcon
              className={classes.more}
              variant="default"
              size={36}
              aria-label="More actions"
              aria-expanded={isOpen}
              data-more
              data-open={isOpen || undefined}
              aria-controls={id}
              onClick={fold.toggle}
            >
              <IconDots size={18} aria-hidden="true" />
            </ActionIcon>
            <div id={id} className={classes.actions}>
              {children}
            </div>
          </>
        )}
      </div>
    </header>
  )
}

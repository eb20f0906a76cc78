import { Title } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'
import classes from './AttentionPanel.module.css'

/** A panel that waits for a decision. It can take the focus, and is named by its title. */
export function AttentionPanel({
  ref,
  title,
  label,
  icon,
  children,
}: {
  ref: Ref<HTMLElement>
  title: ReactNode
  /** Its name where that is not its title. */
  label?: string
  icon: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={classes.panel}
      {...(label ? { 'aria-label': label } : { 'aria-labelledby': titleId })}
    >
      <Title order={2} size="h3" id={titleId} className={classes.title}>
        {icon}
        <span>{title}</span>
      </Title>
      {children}
    </section>
  )
}

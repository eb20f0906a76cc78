import { createPolymorphicComponent, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './StatCard.module.css'

export interface StatCardProps {
  label: string
  /** Undefined while it loads: the card keeps its height. */
  figure: ReactNode | undefined
  note?: ReactNode
  /** The figure could not be loaded. */
  isMissing?: boolean
  /** Something here needs somebody: the one warm light. */
  needsYou?: boolean
}

function Card({
  label,
  figure,
  note,
  isMissing,
  needsYou,
  component: Root = 'div',
  className,
  ...others
}: StatCardProps & { component?: React.ElementType; className?: string }) {
  return (
    <Root
      className={className ? `${classes.card} ${className}` : classes.card}
      data-needs-you={needsYou || undefined}
      data-missing={isMissing || undefined}
      {...others}
    >
      <span className={classes.label}>{label}</span>
      <span className={classes.figure}>
        {isMissing ? 'Unavailable' : figure === undefined ? <Skeleton h={32} w={72} my={1} /> : figure}
      </span>
      <span className={classes.note}>
        {isMissing ? 'This figure could not be loaded' : (note ?? '\u00a0')}
      </span>
    </Root>
  )
}

/** A figure that can be read from a step away. `component="a"` makes it a link. */
export const StatCard = createPolymorphicComponent<'div', StatCardProps>(Card)

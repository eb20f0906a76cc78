import type { ReactNode } from 'react'
import classes from './ListFigures.module.css'

/** The figures above a list: stat cards in a grid, and three to a row on a phone. */
export function ListFigures({
  className,
  children,
}: {
  className?: string | undefined
  children: ReactNode
}) {
  return <div className={className ? `${classes.figures} ${className}` : classes.figures}>{children}</div>
}

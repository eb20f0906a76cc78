import type { ReactNode } from 'react'
import classes from './WeeklyReport.module.css'

/** A figure of the report, and how it compares with the week before. */
export function Figure({
  label,
  figure,
  children,
}: {
  label: string
  figure: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd>
        <strong>{figure}</strong>
        <span>{children}</span>
      </dd>
    </div>
  )
}

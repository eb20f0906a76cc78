import type { ReactNode } from 'react'
import classes from './Facts.module.css'

export interface Fact {
  label: string
  /** Null, undefined and '' are shown as 'Not recorded'. */
  value: ReactNode
}

/** Labels and values. Unknown values are marked as such. */
export function Facts({
  facts,
  columns = 1,
  isShort,
}: {
  facts: readonly Fact[]
  columns?: 1 | 2 | 3
  /** Two stand side by side on a phone too. */
  isShort?: boolean
}) {
  return (
    <dl className={classes.facts} data-columns={columns} data-short={isShort}>
      {facts.map(({ label, value }) => (
        <div className={classes.fact} key={label}>
          <dt>{label}</dt>
          <dd>
            {value === null || value === undefined || value === '' ? (
              <span className={classes.unknown}>Not recorded</span>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

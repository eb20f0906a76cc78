import { formatNumber } from '../../ground/ui/format.ts'
import classes from './Dashboard.module.css'

/** Says that a list has more than the `rows` that are shown, if so. */
export function FirstOf({
  rows,
  total = 0,
  isAtLeast = false,
}: {
  rows: number
  total?: number | undefined
  isAtLeast?: boolean
}) {
  if (total <= rows) return null
  return (
    <span className={classes.quiet}>
      The first {rows} of {isAtLeast && 'more than '}
      {formatNumber(total)}
    </span>
  )
}

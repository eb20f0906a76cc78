import { daysBetween } from '../../../../contract/days.ts'
import { formatDay } from '../../../ground/ui/format.ts'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { expiredLook } from '../words.ts'
import classes from './Expiry.module.css'

/** The days left are shown from this many days before an expiry. */
const expiringWithin = 90

/** When something expires: marked when it has, and soon before. */
export function Expiry({ day, today }: { day: string | null; today: string }) {
  if (!day) return <span className={classes.quiet}>No expiry</span>
  const left = daysBetween(today, day)
  return (
    <span className={classes.expiry}>
      <span className={classes.day}>{formatDay(day)}</span>
      {left < 0 ? (
        <StatusBadge look={expiredLook} />
      ) : (
        left <= expiringWithin && (
          <span className={classes.soon}>
            {left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${left} days`}
          </span>
        )
      )}
    </span>
  )
}

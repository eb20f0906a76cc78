import { useSite } from '../../../ground/sign-in/account.ts'
import { formatMomentTime } from '../../../ground/ui/format.ts'
import classes from './Restricted.module.css'

/** Above a restricted record that is open to the user for a reason. */
export function OpenUntil({ until }: { until: string }) {
  const { timeZone } = useSite()
  return (
    <p className={classes.until} role="status">
      This record is restricted. It is open to you until {formatMomentTime(until, timeZone)}, and that you
      opened it is recorded.
    </p>
  )
}

import { IconClockExclamation, IconHourglass } from '@tabler/icons-react'
import { minutesOf } from '../../../../contract/spoken.ts'
import { usePassed, useWallClock } from '../../../ground/sign-in/hospital-clock.ts'
import { formatDuration } from '../../../ground/ui/format.ts'
import { longWait } from './board.ts'
import classes from './Queue.module.css'

/** How long a patient has waited, updated each minute; a long wait is amber. */
export function Waiting({ since }: { since: string }) {
  const waited = usePassed(since)
  const isLong = waited >= longWait
  const Icon = isLong ? IconClockExclamation : IconHourglass
  return (
    <span className={classes.waiting} data-long={isLong || undefined}>
      <Icon size={14} aria-hidden="true" />
      {isLong && <span className="sr-only">Long wait: </span>}
      {waited < 60_000 ? (
        'Just now'
      ) : (
        <>
          <span className="sr-only">Waiting </span>
          {formatDuration(waited)}
        </>
      )}
    </span>
  )
}

/** How late a patient who is booked for today is; nothing until the time has passed. */
export function Due({ date, time }: { date: string; time: string }) {
  const now = useWallClock()
  const late = date === now.day ? minutesOf(now.time) - minutesOf(time) : 0
  return late > 0 ? <>{formatDuration(late * 60_000)} late</> : null
}

/** How long ago something began, updated each minute. */
export function Since({ moment }: { moment: string }) {
  return <>{formatDuration(usePassed(moment))}</>
}

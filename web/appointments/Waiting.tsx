import { IconClockExclamation, IconHourglass } from '@tabler/icons-react'
import { formatDuration } from '../ui/format.ts'
import { longWait } from './board.ts'
import { useMinute } from './hospital-clock.ts'
import classes from './Queue.module.css'

/** How long a patient has waited, counted on each minute; a long wait says so, in amber. */
export function Waiting({ since }: { since: string }) {
  const waited = Math.max(0, useMinute() - Math.floor(Date.parse(since) / 60_000) * 60_000)
  const isLong = waited >= longWait
  const Icon = isLong ? IconClockExclamation : IconHourglass
  return (
    <span className={classes.waiting} data-long={isLong || undefined}>
      <Icon size={16} aria-hidden="true" />
      {isLong ? 'Long wait' : 'Waiting'} {formatDuration(waited)}
    </span>
  )
}

/** How long ago something began, counted on each minute. */
export function Since({ moment }: { moment: string }) {
  const passed = Math.max(0, useMinute() - Math.floor(Date.parse(moment) / 60_000) * 60_000)
  return <>{formatDuration(passed)}</>
}

import { Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Appointment, AppointmentStatus } from '../../../contract/appointments.ts'
import { useLive } from '../../client/live.ts'
import { countOf, formatWeekday } from '../../ui/format.ts'
import { Since } from '../board/Waiting.tsx'
import { fromEarlierDays } from '../words.ts'
import classes from './OpdQueue.module.css'

/** The line under the title: the day, how many, how long somebody waits, and that all of it is live. */
export function QueueContext({
  day,
  today,
  appointments,
  isBehind,
}: {
  day: string
  today: string
  appointments: readonly Appointment[] | undefined
  /** The last reading failed: what is shown is an earlier one. */
  isBehind: boolean
}) {
  const live = useLive()
  const has = (status: AppointmentStatus) => (appointments ?? []).filter((one) => one.status === status)
  const waiting = has('IN_QUEUE')
  const own = (appointments ?? []).filter(({ date }) => date === day)
  const cancelled = own.filter(({ status }) => status === 'CANCELLED').length
  const earlier = (appointments ?? []).length - own.length
  const longest = waiting.map(({ queuedAt }) => queuedAt ?? '').sort()[0]
  return (
    <span className={classes.context}>
      {isBehind ? (
        <span className={classes.behind}>
          <IconAlertTriangle size={14} aria-hidden="true" /> May be out of date
        </span>
      ) : (
        live === 'live' && <span className={classes.live}>Live</span>
      )}
      <span>{formatWeekday(day)}</span>
      {appointments ? (
        <>
          <span>{countOf(own.length - cancelled, 'appointment')}</span>
          {cancelled > 0 && <span>{cancelled} cancelled</span>}
          {earlier > 0 && <span>{fromEarlierDays(earlier)}</span>}
          {day === today && waiting.length > 0 && longest && (
            <span>
              {waiting.length} waiting, longest <Since moment={longest} />
            </span>
          )}
        </>
      ) : (
        <Skeleton component="span" display="inline-block" h={12} w={120} />
      )}
    </span>
  )
}

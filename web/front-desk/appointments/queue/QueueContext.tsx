import { Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { daysAfter } from '../../../../contract/days.ts'
import type { Appointment, AppointmentStatus } from '../../../../contract/front-desk/appointments.ts'
import { useLive } from '../../../ground/client/live/state.ts'
import { AnchorLink } from '../../../ground/links/links.tsx'
import { useMay } from '../../../ground/sign-in/account.ts'
import { countOf } from '../../../ground/ui/format.ts'
import { Since } from '../board/Waiting.tsx'
import { notArrivedQuery } from '../queries.ts'
import { fromEarlierDays, notArrivedWords } from '../words.ts'
import classes from './OpdQueue.module.css'

/** The line beside the title: how many are booked, how long somebody waits, and that all of it is live. */
export function QueueContext({
  day,
  today,
  appointments,
  isBehind,
}: {
  day: string
  today: string
  appointments: readonly Appointment[] | undefined
  /** Whether the last fetch failed, so that the data shown is stale. */
  isBehind: boolean
}) {
  const live = useLive()
  const mayDo = useMay()
  const has = (status: AppointmentStatus) => (appointments ?? []).filter((one) => one.status === status)
  const waiting = has('IN_QUEUE')
  const showsMissed = day === today && mayDo('appointment.queue')
  const own = (appointments ?? []).filter(({ date }) => date === day)
  const cancelled = own.filter(({ status }) => status === 'CANCELLED').length
  const earlier = (appointments ?? []).length - own.length
  const longest = waiting.map(({ queuedAt }) => queuedAt ?? '').sort()[0]
  return (
    <span className={classes.context} data-missed={showsMissed || undefined}>
      {isBehind ? (
        <span className={classes.behind}>
          <IconAlertTriangle size={14} aria-hidden="true" />{' '}
          {appointments ? 'May be out of date' : 'Not loaded'}
        </span>
      ) : (
        live === 'live' && <span className={classes.live}>Live</span>
      )}
      {appointments ? (
        <>
          <span>{countOf(own.length - cancelled, 'appointment')}</span>
          {cancelled > 0 && <span data-detail>{cancelled} cancelled</span>}
          {earlier > 0 && <span data-detail>{fromEarlierDays(earlier)}</span>}
          {showsMissed && <NotArrived yesterday={daysAfter(today, -1)} />}
          {day === today && waiting.length > 0 && longest && (
            <span>
              {waiting.length} waiting, longest <Since moment={longest} />
            </span>
          )}
        </>
      ) : (
        !isBehind &&
        // As wide as the text that replaces it, so that it takes as many lines.
        [104, 184].map((width) => (
          <Skeleton key={width} component="span" display="inline-block" h={12} my={5} w={width} />
        ))
      )}
    </span>
  )
}

/** Those of earlier days who did not come: on the board of each day they are rescheduled or cancelled. */
function NotArrived({ yesterday }: { yesterday: string }) {
  const { data: missed } = useQuery(notArrivedQuery(yesterday))
  if (!missed?.total) return null
  return (
    <span>
      <AnchorLink to="/appointments" search={{ status: 'SCHEDULED', to: yesterday }}>
        {notArrivedWords(missed)}
      </AnchorLink>
    </span>
  )
}

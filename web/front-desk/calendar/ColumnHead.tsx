import { doctorName } from '../../../contract/people/staff.ts'
import { formatDay, formatHours, formatWeekday } from '../../ground/ui/format.ts'
import { placeWords } from '../schedules/public.ts'
import { dayAddress, weekAddress } from './addresses.ts'
import classes from './CalendarGrid.module.css'
import type { Column } from './layout.ts'
import { absenceIcons, absenceWords } from './words.ts'

/** Names a column: the doctor or the day, where and when, what is free, and why somebody is away. */
export function ColumnHead({
  column,
  place,
  isStop,
  isToday,
  isWeek,
}: {
  column: Column
  place: number
  isStop: boolean
  isToday: boolean
  isWeek: boolean
}) {
  const { doctor, date, sessions, keepsHours, free, absences, lane, key } = column
  const span = lane.length > 0 ? 2 : 1
  return (
    <div
      role="columnheader"
      aria-colindex={place}
      aria-colspan={span}
      className={classes.head}
      style={{ gridColumn: `${place} / span ${span}` }}
      data-today={isToday || undefined}
    >
      <div className={classes.headTitle}>
        <a
          href={isWeek ? dayAddress(date) : weekAddress(column)}
          className={classes.headLink}
          aria-label={isWeek ? undefined : `${doctorName(doctor)}’s week`}
          tabIndex={isStop ? 0 : -1}
          data-key={`head ${key}`}
          data-column={place}
          data-at={-1}
        >
          {isWeek
            ? `${formatWeekday(date).slice(0, 3)}, ${formatDay(date).replace(/ \d+$/, '')}`
            : doctorName(doctor)}
        </a>
        {sessions.length > 0 && (
          <span className={classes.count} data-free={free > 0 || undefined}>
            {free === 0 ? 'none free' : `${free} free`}
          </span>
        )}
      </div>
      {sessions.map((session) => (
        <div key={session.id} className={classes.place}>
          <span>{placeWords(session)}</span>
          <span className={classes.whole}>{formatHours(session)}</span>
          {session.onlineLeft !== null && <span>{session.onlineLeft} left to book from home</span>}
        </div>
      ))}
      {sessions.length === 0 && (
        <div className={classes.place}>{keepsHours ? 'No session this day' : 'No set hours'}</div>
      )}
      {absences.map((absence) => {
        const Icon = absenceIcons[absence.cause]
        return (
          <div key={absence.id} className={classes.absence}>
            <Icon size={14} aria-hidden="true" />
            <span>{absenceWords(absence)}</span>
          </div>
        )
      })}
      {lane.length > 0 && <div className={classes.laneTitle}>Walk-ins and extra on the right</div>}
    </div>
  )
}

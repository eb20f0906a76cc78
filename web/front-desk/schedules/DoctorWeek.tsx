import { IconAlertTriangle, IconCalendarCancel, IconPencil } from '@tabler/icons-react'
import { type PracticeSession, weekdayNames, weekdays } from '../../../contract/front-desk/schedules.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import { RowAction } from '../../ground/records/row/RowAction.tsx'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { countOf, formatHours } from '../../ground/ui/format.ts'
import { Section } from '../../ground/ui/page/Section.tsx'
import { placeWords } from './place-words.ts'
import { type Run, runsOf } from './runs.ts'
import classes from './Schedules.module.css'
import {
  daysWords,
  kindWords,
  onlineWords,
  sessionWords,
  validWords,
  walkInWords,
  weeksWords,
} from './session-words.ts'

type Act = ((session: PracticeSession) => void) | undefined

/** A doctor's sessions below the days of the week. Those that are alike on days in a row share a card. */
export function DoctorWeek({
  sessions,
  outside,
  onChange,
  onEnd,
}: {
  sessions: readonly [PracticeSession, ...PracticeSession[]]
  /** The doctor's bookings that have no place in the hours. */
  outside: number
  onChange: Act
  onEnd: Act
}) {
  const [{ doctor, doctorId }] = sessions
  return (
    <Section title={<bdi>{doctorName(doctor)}</bdi>}>
      {outside > 0 && (
        <p className={classes.outside}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          <span>
            {countOf(outside, 'booking')} {outside === 1 ? 'is' : 'are'} outside these hours.{' '}
            <AnchorLink to="/absences/outside" search={{ doctorId }}>
              Decide where {outside === 1 ? 'it goes' : 'they go'}
            </AnchorLink>
          </span>
        </p>
      )}
      <div className={classes.frame}>
        <div className={classes.heads} aria-hidden="true">
          {weekdays.map((day) => (
            <span key={day}>{weekdayNames[day]}</span>
          ))}
        </div>
        <ul className={classes.runs}>
          {runsOf(sessions).map((run) => (
            <RunCard key={run[0].id} run={run} onChange={onChange} onEnd={onEnd} />
          ))}
        </ul>
      </div>
    </Section>
  )
}

function RunCard({ run, onChange, onEnd }: { run: Run; onChange: Act; onEnd: Act }) {
  const [session] = run
  const { weeks, walkIns, onlinePlaces, weekday } = session
  const valid = validWords(session, useToday())
  const nth = weeksWords(weeks)
  const fromHome = onlineWords(onlinePlaces)
  return (
    <li
      className={classes.session}
      style={{ '--first-day': weekday, '--days': run.length } as React.CSSProperties}
      data-many={run.length > 1 || undefined}
    >
      <h3>{daysWords(run)}</h3>
      <strong>{formatHours(session)}</strong>
      <span>
        <bdi>{placeWords(session)}</bdi>
      </span>
      <span>{kindWords(session)}</span>
      <span>{walkInWords(walkIns)}</span>
      {fromHome && <span>{fromHome}</span>}
      {nth && <span className={classes.limit}>{nth}</span>}
      {valid && <span className={classes.limit}>{valid}</span>}
      {onChange && onEnd && (
        <div className={classes.acts}>
          {run.map((one) => (
            <Acts key={one.id} session={one} onChange={onChange} onEnd={onEnd} />
          ))}
        </div>
      )}
    </li>
  )
}

/** The acts on one day of a run. */
function Acts({
  session,
  onChange,
  onEnd,
}: {
  session: PracticeSession
  onChange: (session: PracticeSession) => void
  onEnd: (session: PracticeSession) => void
}) {
  const name = `${sessionWords(session)} of ${doctorName(session.doctor)}`
  return (
    <div className={classes.act}>
      <span aria-hidden="true">{weekdayNames[session.weekday].slice(0, 3)}</span>
      <RowAction label="Change from a day on" of={name} icon={IconPencil} onClick={() => onChange(session)} />
      <RowAction
        label="End session"
        of={name}
        icon={IconCalendarCancel}
        danger
        onClick={() => onEnd(session)}
      />
    </div>
  )
}

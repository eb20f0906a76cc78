import { IconAlertTriangle, IconCalendarCancel, IconPencil } from '@tabler/icons-react'
import { type PracticeSession, weekdayNames, weekdays } from '../../../contract/front-desk/schedules.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import { RowAction } from '../../ground/records/row/RowAction.tsx'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { countOf, formatHours } from '../../ground/ui/format.ts'
import { Section } from '../../ground/ui/page/Section.tsx'
import { placeWords } from './place-words.ts'
import classes from './Schedules.module.css'
import { kindWords, onlineWords, sessionWords, validWords, walkInWords, weeksWords } from './session-words.ts'

type Act = ((session: PracticeSession) => void) | undefined

/** A doctor's sessions below the days of the week; where it is narrow, only the days that have some. */
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
        <ul className={classes.week}>
          {weekdays.map((day) => {
            const held = sessions.filter(({ weekday }) => weekday === day)
            return (
              <li key={day} className={classes.day} data-free={held.length === 0 || undefined}>
                <h3>{weekdayNames[day]}</h3>
                {held.length === 0 && <p className={classes.none}>No session</p>}
                {held.map((session) => (
                  <SessionCard key={session.id} session={session} onChange={onChange} onEnd={onEnd} />
                ))}
              </li>
            )
          })}
        </ul>
      </div>
    </Section>
  )
}

function SessionCard({ session, onChange, onEnd }: { session: PracticeSession; onChange: Act; onEnd: Act }) {
  const { weeks, walkIns, onlinePlaces, doctor } = session
  const valid = validWords(session, useToday())
  const nth = weeksWords(weeks)
  const fromHome = onlineWords(onlinePlaces)
  const name = `${sessionWords(session)} of ${doctorName(doctor)}`
  return (
    <div className={classes.session}>
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
          <RowAction
            label="Change from a day on"
            of={name}
            icon={IconPencil}
            onClick={() => onChange(session)}
          />
          <RowAction
            label="End session"
            of={name}
            icon={IconCalendarCancel}
            danger
            onClick={() => onEnd(session)}
          />
        </div>
      )}
    </div>
  )
}

import { type Appointment, appointmentTypeNames } from '../../../contract/front-desk/appointments.ts'
import { formatTime, fullName, patientName } from '../../ground/ui/format.ts'
import { statusColors } from '../../ground/ui/StatusBadge.tsx'
import { appointmentAddress } from './addresses.ts'
import classes from './CalendarGrid.module.css'
import type { Column, Entry } from './layout.ts'
import { besideWords, lookOf, moveIcon as MoveIcon } from './words.ts'

/** A booking in the calendar: a link to its card on the day's board, and a button that moves it. */
export function EntryCard({
  entry,
  column,
  columnIndex,
  at,
  isStop,
  isCarried,
  canMove,
  showsTime,
}: {
  entry: Entry
  column: Column
  columnIndex: number
  at: number
  isStop: boolean
  isCarried: boolean
  canMove: (appointment: Appointment) => boolean
  /** For bookings whose time is not that of a slot. */
  showsTime: boolean
}) {
  const { appointment } = entry
  const { id, patient, type, time } = appointment
  const look = lookOf(entry)
  const { icon: Icon } = look
  const beside = besideWords(appointment, column)
  return (
    <div
      className={classes.card}
      style={{ '--tone': statusColors(look).text } as React.CSSProperties}
      data-carried={isCarried || undefined}
      data-status={appointment.status}
    >
      <a
        href={appointmentAddress(appointment)}
        className={classes.cardLink}
        tabIndex={isStop ? 0 : -1}
        data-key={id}
        data-column={columnIndex}
        data-at={at}
        data-appointment={id}
      >
        <span className={classes.name}>
          <bdi>{patientName(patient)}</bdi>
        </span>
        <span className={classes.facts}>
          <span className={classes.whole}>{patient.mrn}</span>
          <span className={classes.whole} data-emergency={type === 'EMERGENCY' || undefined}>
            {appointmentTypeNames[type]}
          </span>
          {showsTime && <span className={classes.whole}>{formatTime(time)}</span>}
          <span className={classes.status}>
            <Icon size={13} stroke={2} aria-hidden="true" />
            {look.word}
          </span>
          {beside && <span className={classes.beside}>{beside}</span>}
        </span>
      </a>
      {canMove(appointment) && (
        <button
          type="button"
          className={classes.move}
          tabIndex={-1}
          data-move={id}
          aria-label={`Move ${fullName(patient)}’s appointment`}
        >
          <MoveIcon size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

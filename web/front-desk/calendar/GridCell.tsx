import { memo } from 'react'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { useClockStyle } from '../../ground/sign-in/account.ts'
import { formatTime, formatWeekday } from '../../ground/ui/format.ts'
import { bookingAddress } from './addresses.ts'
import classes from './CalendarGrid.module.css'
import { EntryCard } from './EntryCard.tsx'
import type { Cell, Column } from './layout.ts'
import { freeWords } from './words.ts'

export interface CellPlace {
  /** The grid's line at which its column begins, and its rows. */
  column: number
  from: number
  until: number
}

/** The key of a cell's free places, for the arrow keys. */
export const freeKey = (column: Column, cell: Cell) => `free ${column.key} ${cell.at}`

/** A time in a column: its bookings, then what is free. */
export const GridCell = memo(function GridCell({
  cell,
  column,
  place,
  stop,
  carriedId,
  isMoving,
  mayBook,
  canMove,
  isWeek,
}: {
  cell: Cell
  column: Column
  place: CellPlace
  /** The key of the grid's Tab stop, where it is in this cell. */
  stop: string | undefined
  carriedId: string | undefined
  isMoving: boolean
  mayBook: boolean
  canMove: (appointment: Appointment) => boolean
  isWeek: boolean
}) {
  useClockStyle()
  const { kind, at, time, entries, free, isOpen } = cell
  const key = freeKey(column, cell)
  const focusable = {
    tabIndex: stop === key ? 0 : -1,
    'data-key': key,
    'data-column': place.column,
    'data-at': at,
  }
  const where = `${formatTime(time)}, ${isWeek ? formatWeekday(column.date) : doctorName(column.doctor)}`
  const words = freeWords(cell)
  const cards = entries.map((entry) => (
    <EntryCard
      key={entry.appointment.id}
      entry={entry}
      column={column}
      columnIndex={place.column}
      at={at}
      isStop={stop === entry.appointment.id}
      isCarried={carriedId === entry.appointment.id}
      canMove={canMove}
      showsTime={entry.appointment.time !== time}
    />
  ))
  return (
    <div
      role="gridcell"
      aria-colindex={place.column}
      className={classes.cell}
      style={{ gridColumn: place.column, gridRow: `${place.from} / ${place.until}` }}
    >
      {kind === 'tokens' ? (
        <ol className={classes.tokens} aria-label={`Tokens, ${where}`}>
          {cards.map((card, index) => (
            <li key={card.key} value={entries[index]?.appointment.seat}>
              <span className={classes.tokenNumber}>{entries[index]?.appointment.seat}</span>
              {card}
            </li>
          ))}
        </ol>
      ) : (
        cards
      )}
      {free > 0 &&
        (isOpen && (mayBook || isMoving) ? (
          <a
            {...focusable}
            href={bookingAddress(column, time)}
            className={classes.free}
            data-free={kind}
            data-time={time}
            data-doctor={column.doctorId}
            data-date={column.date}
            aria-label={`${words}, ${where}`}
          >
            {words}
          </a>
        ) : (
          <span {...focusable} className={classes.passed}>
            {isOpen ? words : 'Not booked'}
            <span className="sr-only">, {where}</span>
          </span>
        ))}
      {free === 0 && entries.length === 0 && (
        <span {...focusable} className={classes.passed}>
          Full<span className="sr-only">, {where}</span>
        </span>
      )}
    </div>
  )
})

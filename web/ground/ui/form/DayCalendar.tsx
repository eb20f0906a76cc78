import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { useEffect, useEffectEvent } from 'react'
import { formatDay } from '../format.ts'
import classes from './DayCalendar.module.css'

/** Notes on the days of the calendar. */
export interface DayNotes {
  noteOf: (day: string) => 'free' | 'full' | undefined
  /** Called with the first day of the month that is shown. */
  onMonth: (first: string) => void
}

/** A month to choose a day from, with the hospital's today in it. In a file of its own, to be loaded when opened. */
export function DayCalendar({
  day,
  today,
  earliest,
  latest,
  notes,
  onDay,
  onClose,
}: {
  day: string | null
  today: string
  /** The first day that can be chosen. */
  earliest?: string | undefined
  latest?: string | undefined
  notes?: DayNotes | undefined
  onDay: (day: string) => void
  /** Whether the popover around it is open. */
  opened: boolean
  onClose: () => void
}) {
  const start = day ?? today
  const showMonth = (date: string) => notes?.onMonth(`${date.slice(0, 7)}-01`)
  const showFirst = useEffectEvent(() => showMonth(start))
  useEffect(() => showFirst(), [])
  return (
    <DatePicker
      value={day}
      defaultDate={start}
      onDateChange={showMonth}
      {...(earliest && { minDate: earliest })}
      {...(latest && { maxDate: latest })}
      // Red is for what is wrong, and a Sunday is not.
      weekendDays={[]}
      hideOutsideDates
      getDayProps={(date) => {
        const note = notes?.noteOf(date)
        return {
          ...(date === today && { 'data-autofocus': true, style: { fontWeight: 600 } }),
          ...(note && { 'aria-label': `${formatDay(date)}, ${note}`, 'data-note': note }),
        }
      }}
      renderDay={(date) => (
        <span className={classes.day} data-today={date === today || undefined}>
          {Number(date.slice(8, 10))}
          {notes?.noteOf(date) === 'full' && <small>full</small>}
        </span>
      )}
      ariaLabels={{
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
        previousYear: 'Previous year',
        nextYear: 'Next year',
      }}
      onChange={(chosen) => {
        if (!chosen) return
        onClose()
        onDay(chosen)
      }}
    />
  )
}

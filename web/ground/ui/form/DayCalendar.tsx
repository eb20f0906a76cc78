import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'

/** A month to choose a day from, with the hospital's today in it. In a file of its own, to be loaded when opened. */
export function DayCalendar({
  day,
  today,
  earliest,
  latest,
  onDay,
  onClose,
}: {
  day: string | null
  today: string
  /** The first day that can be chosen. */
  earliest?: string | undefined
  latest?: string | undefined
  onDay: (day: string) => void
  /** Whether the popover around it is open. */
  opened: boolean
  onClose: () => void
}) {
  return (
    <DatePicker
      value={day}
      defaultDate={day ?? today}
      {...(earliest && { minDate: earliest })}
      {...(latest && { maxDate: latest })}
      // Red is for what is wrong, and a Sunday is not.
      weekendDays={[]}
      hideOutsideDates
      getDayProps={(date) => (date === today ? { 'data-autofocus': true, style: { fontWeight: 600 } } : {})}
      renderDay={(date) => (
        <span style={date === today ? { borderBottom: '2px solid var(--glow)' } : undefined}>
          {Number(date.slice(8, 10))}
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

import { ActionIcon, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatWeekday } from '../format.ts'
import { LatePopover } from '../LatePopover.tsx'
import type { DayNotes } from './DayCalendar.tsx'
import { LateCalendar } from './LateCalendar.tsx'
import { useTypedDay } from './use-typed-day.ts'

/** A day: typed, or chosen from a calendar, to come unless told otherwise. Its value is yyyy-mm-dd once it is understood. */
export function DayField({
  value,
  onChange,
  onBlur,
  today,
  required = true,
  earliest = today,
  latest,
  notes,
  ...input
}: {
  value: string
  onChange: (value: string) => void
  /** The hospital's. */
  today: string
  required?: boolean
  /** The first day that the calendar offers; today when left out. */
  earliest?: string | null
  latest?: string
  /** Notes on the days of the calendar. */
  notes?: DayNotes
  id?: string
  label: string
  error?: ReactNode
  onFocus?: () => void
  onBlur?: () => void
}) {
  const typed = useTypedDay({ value, onChange, onBlur })
  const { day } = typed
  return (
    <TextInput
      {...input}
      withAsterisk={required}
      aria-required={required || undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={day ? weekdayWords(day, today) : 'Day, month, year: 21 Nov 2026 or 21/11/2026'}
      {...typed.input}
      rightSection={
        <LatePopover
          position="bottom-end"
          button={
            <ActionIcon variant="subtle" color="gray" aria-label="Choose the day from a calendar">
              <IconCalendar size={18} aria-hidden="true" />
            </ActionIcon>
          }
        >
          {(popover) => (
            <LateCalendar
              {...popover}
              day={day ?? null}
              today={today}
              earliest={earliest ?? undefined}
              latest={latest}
              notes={notes}
              onDay={typed.choose}
            />
          )}
        </LatePopover>
      }
    />
  )
}

function weekdayWords(day: string, today: string): string {
  if (day === today) return 'Today'
  const weekday = formatWeekday(day).split(',')[0] ?? ''
  return day < today ? `${weekday}, a day that has passed` : weekday
}

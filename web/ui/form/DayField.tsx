import { ActionIcon, Popover, Skeleton, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { formatWeekday } from '../format.ts'
import { useTypedDay } from './use-typed-day.ts'

const DayCalendar = lazy(() => import('./DayCalendar.tsx'))

/** A day: typed, or chosen from a calendar, to come unless told otherwise. Its value is yyyy-mm-dd once it is understood. */
export function DayField({
  value,
  onChange,
  onBlur,
  today,
  required = true,
  earliest = today,
  latest,
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
  id?: string
  label: string
  error?: ReactNode
  onFocus?: () => void
  onBlur?: () => void
}) {
  const [opened, calendar] = useDisclosure(false)
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
        <Popover
          opened={opened}
          onChange={calendar.toggle}
          onDismiss={calendar.close}
          position="bottom-end"
          trapFocus
          returnFocus
        >
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Choose the day from a calendar"
              onClick={calendar.toggle}
            >
              <IconCalendar size={18} aria-hidden="true" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label="Calendar">
            <Suspense fallback={<Skeleton w={252} h={280} />}>
              <DayCalendar
                day={day ?? null}
                today={today}
                earliest={earliest ?? undefined}
                latest={latest}
                onDay={(chosen) => {
                  typed.choose(chosen)
                  calendar.close()
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}

function weekdayWords(day: string, today: string): string {
  if (day === today) return 'Today'
  const weekday = formatWeekday(day).split(',')[0] ?? ''
  return day < today ? `${weekday}, a day that has passed` : weekday
}

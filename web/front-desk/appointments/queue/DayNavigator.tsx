import { ActionIcon, Button, Group } from '@mantine/core'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { daysAfter } from '../../../../contract/days.ts'
import { focusContent } from '../../../ground/ui/focus.ts'
import { LateCalendar } from '../../../ground/ui/form/LateCalendar.tsx'
import { formatDay, formatWeekday } from '../../../ground/ui/format.ts'
import { LatePopover } from '../../../ground/ui/LatePopover.tsx'
import classes from './OpdQueue.module.css'

/** The day before, any day by a calendar (loaded when opened), the day after, and back to today; or the same by weeks. */
export function DayNavigator({
  day,
  today,
  onDay,
  weekOf,
}: {
  day: string
  today: string
  onDay: (day: string) => void
  /** The first day of a day's week, where weeks are shown. */
  weekOf?: (day: string) => string
}) {
  const isToday = weekOf ? weekOf(day) === weekOf(today) : day === today
  const shown = weekOf
    ? `Week of ${formatDay(weekOf(day))}`
    : `${isToday ? 'Today' : formatWeekday(day).slice(0, 3)}, ${formatDay(day)}`
  const unit = weekOf ? 'week' : 'day'
  const step = weekOf ? 7 : 1
  return (
    <Group gap={4} role="group" aria-label={weekOf ? 'Week' : 'Day'}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={`Previous ${unit}`}
        onClick={() => onDay(daysAfter(day, -step))}
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <LatePopover
        position="bottom-start"
        button={
          <Button
            variant="default"
            className={classes.day}
            leftSection={<IconCalendar size={16} aria-hidden="true" />}
            aria-label={`${shown}: choose the ${unit}`}
          >
            {shown}
          </Button>
        }
      >
        {(popover) => <LateCalendar {...popover} day={day} today={today} onDay={onDay} />}
      </LatePopover>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={`Next ${unit}`}
        onClick={() => onDay(daysAfter(day, step))}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
      {!isToday && (
        <Button
          variant="subtle"
          px="sm"
          onClick={() => {
            // The button disappears once it is pressed.
            focusContent()
            onDay(today)
          }}
        >
          {weekOf ? 'This week' : 'Today'}
        </Button>
      )}
    </Group>
  )
}

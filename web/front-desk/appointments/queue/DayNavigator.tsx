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
  step = 1,
  isToday = day === today,
  shown = `${isToday ? 'Today' : formatWeekday(day).slice(0, 3)}, ${formatDay(day)}`,
}: {
  day: string
  today: string
  onDay: (day: string) => void
  step?: 1 | 7
  /** Whether today is in the week. */
  isToday?: boolean
  /** 'Week of 23 Nov 2026' */
  shown?: string
}) {
  const unit = step > 1 ? 'week' : 'day'
  return (
    <Group gap={4} role="group" aria-label={unit}>
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
          Today
        </Button>
      )}
    </Group>
  )
}

import { ActionIcon, Button, Group, Popover, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { daysAfter } from '../../../contract/days.ts'
import { formatDay, formatWeekday } from '../../ui/format.ts'

const DayCalendar = lazy(() => import('../../ui/form/DayCalendar.tsx'))

/** The day before, any day by a calendar (loaded when opened), the day after, and back to today. */
export function DayNavigator({
  day,
  today,
  onDay,
}: {
  day: string
  today: string
  onDay: (day: string) => void
}) {
  const [opened, calendar] = useDisclosure(false)
  const isToday = day === today
  const shown = `${isToday ? 'Today' : formatWeekday(day).slice(0, 3)}, ${formatDay(day)}`
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label="Day">
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Previous day"
        onClick={() => onDay(daysAfter(day, -1))}
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <Popover
        opened={opened}
        onChange={calendar.toggle}
        onDismiss={calendar.close}
        trapFocus
        returnFocus
        position="bottom-start"
      >
        <Popover.Target>
          <Button
            variant="default"
            px="sm"
            miw={164}
            leftSection={<IconCalendar size={16} aria-hidden="true" />}
            aria-label={`${shown}: choose the day`}
            onClick={calendar.toggle}
          >
            {shown}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Choose the day">
          <Suspense fallback={<Skeleton w={252} h={280} />}>
            <DayCalendar
              day={day}
              today={today}
              onDay={(chosen) => {
                calendar.close()
                onDay(chosen)
              }}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <ActionIcon variant="default" size={36} aria-label="Next day" onClick={() => onDay(daysAfter(day, 1))}>
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
      {!isToday && (
        <Button variant="subtle" px="sm" onClick={() => onDay(today)}>
          Today
        </Button>
      )}
    </Group>
  )
}

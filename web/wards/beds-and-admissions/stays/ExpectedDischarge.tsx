import { IconAlarm, IconCalendarEvent } from '@tabler/icons-react'
import { departureOf } from '../words.ts'
import classes from './ExpectedDischarge.module.css'

/** When a patient is expected to leave; what is overdue is marked by word, icon and colour. */
export function ExpectedDischarge({ expected, today }: { expected: string | null; today: string }) {
  const { words, isOverdue } = departureOf(expected, today)
  if (isOverdue) {
    return (
      <span className={classes.overdue}>
        <IconAlarm size={14} aria-hidden="true" />
        {words}
      </span>
    )
  }
  return (
    <span className={classes.departure}>
      {expected && <IconCalendarEvent size={14} aria-hidden="true" />}
      {words}
    </span>
  )
}

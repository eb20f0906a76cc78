import { Button, Group, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CheckedPlace } from '../../../../contract/front-desk/appointment-series.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { DayField } from '../../../ground/ui/form/DayField.tsx'
import { formatTime, formatWeekday } from '../../../ground/ui/format.ts'
import classes from './Series.module.css'
import type { SeriesRow, SeriesValues } from './series-form.ts'

/** One appointment of a series: its day and time, or the fields for another. */
export function SeriesPlace({
  row: { at, date, time, isChanged },
  checked,
  input: { id, error },
  onChange,
}: {
  row: SeriesRow
  /** Undefined while it isn't known. */
  checked: CheckedPlace | undefined
  input: { id?: string; error?: ReactNode }
  onChange: (to: SeriesValues['places'][string]) => void
}) {
  const today = useToday()
  const refused = checked?.refused
  const [isOpen, setOpen] = useState(false)
  const named = `${formatWeekday(date)}, ${formatTime(time)}`
  const out = (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Leave out ${named}`}
      onClick={() => onChange('left out')}
    >
      Leave out
    </Button>
  )
  if (!isChanged && !isOpen && !refused && !error) {
    return (
      <li className={classes.place}>
        <span>
          {named}
          {checked?.place && (
            <Text size="xs" c="dimmed">
              {checked.place}
            </Text>
          )}
        </span>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Change ${named}`}
            onClick={() => setOpen(true)}
          >
            Change
          </Button>
          {out}
        </Group>
      </li>
    )
  }
  return (
    <li className={classes.place}>
      <Group gap="xs" align="flex-start" className={classes.fields}>
        <DayField
          label={`Date of appointment ${at + 1}`}
          today={today}
          value={date}
          onChange={(day) => onChange({ date: day, time })}
        />
        <TextInput
          id={id}
          type="time"
          label={`Time of appointment ${at + 1}`}
          value={time}
          error={refused ?? error}
          onChange={(event) => onChange({ date, time: event.currentTarget.value })}
        />
      </Group>
      {refused === null && (
        <Text size="sm" c="dimmed">
          {['Free', checked?.place].filter(Boolean).join(': ')}
        </Text>
      )}
      {out}
    </li>
  )
}

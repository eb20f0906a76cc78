import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { useSite } from '../../../ground/sign-in/account.ts'
import { hospitalNow, useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { FormPopover } from '../../../ground/ui/FormPopover.tsx'
import { DayField } from '../../../ground/ui/form/DayField.tsx'
import { FormErrors } from '../../../ground/ui/form/FormErrors.tsx'
import { inZone } from '../../../ground/ui/format.ts'
import { momentAt } from '../../../ground/ui/hospital-moment.ts'
import { useErrorInTab } from '../../../ground/ui/tab-title.ts'
import classes from '../board/Beds.module.css'

/** Asks for a past day and time, by the hospital's clock. */
export function PastMomentPicker({
  at,
  onAt,
  defaultOpened,
}: {
  at: string | undefined
  onAt: (at: string) => void
  defaultOpened?: boolean
}) {
  return (
    <FormPopover label="Bed history" icon={IconHistory} defaultOpened={defaultOpened}>
      {(onClose) => (
        <PastMomentForm
          at={at}
          onAt={(chosen) => {
            onClose()
            onAt(chosen)
          }}
        />
      )}
    </FormPopover>
  )
}

function PastMomentForm({ at, onAt }: { at: string | undefined; onAt: (at: string) => void }) {
  const { timeZone } = useSite()
  const today = useToday()
  const id = useId()
  const [chosenDay, chosenTime] = at?.split('T') ?? []
  // An hour ago, which after midnight was yesterday.
  const [earlier] = useState(() => inZone(new Date(hospitalNow() - 3_600_000), timeZone))
  const [day, setDay] = useState(chosenDay ?? earlier.day)
  const [time, setTime] = useState(chosenTime ?? earlier.time)
  const [attempt, setAttempt] = useState(0)
  const problem = problemWith(day, time, timeZone)
  useErrorInTab(attempt > 0 && problem !== undefined)

  function show(event: FormEvent) {
    event.preventDefault()
    // In React's tree, the popover's form is inside the page's form, which must not be submitted.
    event.stopPropagation()
    if (problem) setAttempt((count) => count + 1)
    else onAt(`${day}T${time}`)
  }

  return (
    <form onSubmit={show} noValidate>
      <Stack gap="sm">
        <FormErrors
          problems={problem ? [{ fieldId: `${id}-${problem.field}`, message: problem.message }] : []}
          attempt={attempt}
        />
        <DayField
          id={`${id}-day`}
          label="Date"
          today={today}
          earliest={null}
          latest={today}
          value={day}
          onChange={setDay}
          error={attempt > 0 && problem?.field === 'day' ? problem.message : undefined}
        />
        <TextInput
          id={`${id}-time`}
          type="time"
          label="Time"
          withAsterisk
          required
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
          error={attempt > 0 && problem?.field === 'time' ? problem.message : undefined}
        />
        <Text className={classes.quiet}>Hospital time</Text>
        <Group justify="flex-end">
          <Button type="submit">Show the beds</Button>
        </Group>
      </Stack>
    </form>
  )
}

function problemWith(
  day: string,
  time: string,
  timeZone: string,
): { field: 'day' | 'time'; message: string } | undefined {
  if (!day) return { field: 'day', message: 'Date is required' }
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return { field: 'day', message: 'Enter a valid date, e.g. 21 Nov 2026' }
  if (!/^\d\d:\d\d$/.test(time)) return { field: 'time', message: 'Time is required' }
  if (Date.parse(momentAt(day, time, timeZone)) > hospitalNow())
    return { field: 'time', message: 'Choose a date and time in the past' }
  return undefined
}

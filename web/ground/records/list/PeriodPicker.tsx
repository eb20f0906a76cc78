import { Button, Group, Stack } from '@mantine/core'
import { IconCalendarStats } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { FormPopover } from '../../ui/FormPopover.tsx'
import { DayField } from '../../ui/form/DayField.tsx'
import { useErrorInTab } from '../../ui/tab-title.ts'

interface Period {
  from: string
  to: string
}

/** Asks for a first and a last day; `faultOf` says what is wrong with them. */
export function PeriodPicker({
  period,
  today,
  faultOf = orderFault,
  onPeriod,
}: {
  period: Period
  today: string
  faultOf?: (period: Period) => string | undefined
  onPeriod: (period: Period) => void
}) {
  return (
    <FormPopover label="Choose dates" icon={IconCalendarStats}>
      {(onClose) => (
        <PeriodForm
          period={period}
          today={today}
          faultOf={faultOf}
          onPeriod={(chosen) => {
            onClose()
            onPeriod(chosen)
          }}
        />
      )}
    </FormPopover>
  )
}

function orderFault({ from, to }: Period): string | undefined {
  return from > to ? 'The last day is before the first' : undefined
}

function PeriodForm({
  period,
  today,
  faultOf,
  onPeriod,
}: {
  period: Period
  today: string
  faultOf: (period: Period) => string | undefined
  onPeriod: (period: Period) => void
}) {
  const [from, setFrom] = useState(period.from)
  const [to, setTo] = useState(period.to)
  const [asked, setAsked] = useState(false)
  const isDay = (typed: string) => /^\d{4}-\d\d-\d\d$/.test(typed)
  const problems = {
    from: isDay(from) ? undefined : 'Enter the first day',
    to: isDay(to) ? (isDay(from) ? faultOf({ from, to }) : undefined) : 'Enter the last day',
  }

  useErrorInTab(asked && (problems.from ?? problems.to) !== undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (!problems.from && !problems.to) onPeriod({ from, to })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <DayField
          label="First day"
          value={from}
          onChange={setFrom}
          today={today}
          earliest={null}
          latest={today}
          error={asked && problems.from}
        />
        <DayField
          label="Last day"
          value={to}
          onChange={setTo}
          today={today}
          earliest={null}
          error={asked && problems.to}
        />
        <Group justify="flex-end">
          <Button type="submit">Show</Button>
        </Group>
      </Stack>
    </form>
  )
}

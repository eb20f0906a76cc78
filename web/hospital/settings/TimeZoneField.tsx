import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useMinute } from '../../ground/sign-in/hospital-clock.ts'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { formatDay, formatTime, inZone } from '../../ground/ui/format.ts'
import { timeZonesQuery } from './queries.ts'
import { placeWords } from './zone-words.ts'

const zoneOfDevice = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The hospital's time zone: each choice shows its present time. */
export function TimeZoneField({
  value,
  onChange,
  ...input
}: {
  label: ReactNode
  value: string
  onChange: (timeZone: string) => void
  id?: string
  error?: ReactNode
  onFocus?: () => void
  onBlur?: () => void
}) {
  const zones = useQuery(timeZonesQuery)
  const minute = useMinute()
  const shown = useMemo(
    () => clocksOf([...new Set([...(value ? [value] : []), ...(zones.data ?? [])])], minute),
    [zones.data, value, minute],
  )
  const here = shown.get(zoneOfDevice)
  const chosen = shown.get(value)
  return (
    <div>
      <Choice
        {...input}
        withAsterisk
        aria-required
        description={chosen ? `Hospital time: ${clockWords(chosen)}` : 'It decides when a day begins.'}
        isLoading={zones.isPending}
        data={[...shown.keys()].map((zone) => ({ value: zone, label: placeWords(zone) }))}
        value={value || null}
        onChange={(zone) => onChange(zone ?? '')}
        maxDropdownHeight={320}
        renderOption={({ option }) => (
          <Group justify="space-between" gap="xs" wrap="nowrap" w="100%">
            <span>{option.label}</span>
            <Text span size="xs">
              {formatTime(shown.get(option.value)?.time ?? '')}
            </Text>
          </Group>
        )}
      />
      {here && !(chosen && areAlike(here.zone, chosen.zone, minute)) && (
        <Text size="xs" mt={4} c="dimmed">
          This device is in another zone.{' '}
          <Anchor component="button" type="button" size="xs" onClick={() => onChange(here.zone)}>
            Use {placeWords(here.zone)}
          </Anchor>
        </Text>
      )}
      {zones.isError && (
        <Text size="xs" mt={4} c="var(--mantine-color-error)" role="alert">
          The other time zones could not be loaded. {zones.error.message}
        </Text>
      )}
    </div>
  )
}

interface Clock {
  zone: string
  day: string
  time: string
}

/** The present time in each zone that this browser knows. */
function clocksOf(zones: readonly string[], minute: number): Map<string, Clock> {
  const now = new Date(minute)
  return new Map(
    zones.flatMap((zone) => {
      try {
        return [[zone, { zone, ...inZone(now, zone) }]]
      } catch {
        return []
      }
    }),
  )
}

const halfAYear = 182 * 24 * 3_600_000

/** Whether both are the same by the clock, in summer and in winter: browsers call Asia/Kolkata by its name of before. */
function areAlike(one: string, other: string, minute: number): boolean {
  return [minute, minute + halfAYear].every((moment) => {
    const [here, there] = [one, other].map((zone) => inZone(new Date(moment), zone))
    return here?.day === there?.day && here?.time === there?.time
  })
}

/** '10:30 AM on 22 Nov 2026' */
function clockWords({ day, time }: Clock): string {
  return `${formatTime(time)} on ${formatDay(day)}`
}

import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ageOn } from '../../../contract/patients.ts'
import { useToday } from '../../session/hospital-clock.ts'
import { dayWords, readTypedDay } from '../../ui/form/typed-day.ts'
import { countOf, formatDay } from '../../ui/format.ts'

/**
 * A date of birth, typed: faster than any calendar for a day decades ago. Its value is yyyy-mm-dd once it is
 * understood, and what was typed until then. What was understood stands above the box, with the age.
 */
export function DateOfBirthField({
  value = '',
  onChange,
  onBlur,
  ...input
}: {
  value?: string
  onChange: (value: string) => void
  id?: string
  label: string
  error?: ReactNode
  onFocus?: () => void
  onBlur?: () => void
}) {
  const today = useToday()
  const [typed, setTyped] = useState<string | null>(null)
  const isOurs = typed !== null && (readTypedDay(typed) ?? typed) === value
  const text = isOurs ? typed : dayWords(value)
  const day = readTypedDay(value)

  const understood =
    day && (day > today ? `${formatDay(day)} is after today` : `${formatDay(day)}, ${ageWords(today, day)}`)

  return (
    <div>
      <TextInput
        {...input}
        withAsterisk
        aria-required
        description={understood ?? 'Day, month, year: 21 Nov 1980 or 21/11/1980'}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value
          setTyped(next)
          onChange(readTypedDay(next) ?? next)
        }}
        onBlur={() => {
          setTyped(null)
          onBlur?.()
        }}
      />
      <span className="sr-only" role="status">
        {typed !== null && understood}
      </span>
    </div>
  )
}

function ageWords(today: string, day: string): string {
  const years = ageOn(today, day)
  return years === 0 ? 'under 1 year old' : `${countOf(years, 'year')} old`
}

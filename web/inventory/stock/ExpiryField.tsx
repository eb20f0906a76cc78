import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useToday } from '../../session/hospital-clock.ts'
import { readTypedDay } from '../../ui/form/typed-day.ts'
import { countOf, formatDay } from '../../ui/format.ts'
import { daysBetween } from '../words.ts'

/**
 * An expiry as it is printed on a package, typed. Its value is yyyy-mm-dd once it is understood, and what was typed
 * until then.
 */
export function ExpiryField({
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
  const day = readTypedDay(value)
  const isOurs = typed !== null && (readTypedDay(typed) ?? typed) === value
  return (
    <TextInput
      {...input}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={day ? expiryWords(day, today) : 'Like 30 Nov 2027; empty when it keeps'}
      autoComplete="off"
      value={isOurs ? typed : day ? formatDay(day) : value}
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
  )
}

function expiryWords(day: string, today: string): string {
  const days = daysBetween(today, day)
  if (days < 0) return `${formatDay(day)} has passed`
  return days === 0 ? 'Expires today' : `Expires in ${countOf(days, 'day')}`
}

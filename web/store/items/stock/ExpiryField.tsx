import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { daysBetween } from '../../../../contract/days.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { useTypedDay } from '../../../ground/ui/form/use-typed-day.ts'
import { countOf, formatDay } from '../../../ground/ui/format.ts'

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
  const typed = useTypedDay({ value, onChange, onBlur })
  const { day } = typed
  return (
    <TextInput
      {...input}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={day ? expiryWords(day, today) : 'e.g. 30 Nov 2027. Leave blank if it does not expire'}
      {...typed.input}
    />
  )
}

function expiryWords(day: string, today: string): string {
  const days = daysBetween(today, day)
  if (days < 0) return `${formatDay(day)} has passed`
  return days === 0 ? 'Expires today' : `Expires in ${countOf(days, 'day')}`
}

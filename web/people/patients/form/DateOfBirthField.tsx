import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ageOn } from '../../../../contract/people/patients.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { useTypedDay } from '../../../ground/ui/form/use-typed-day.ts'
import { ageWords, formatDay } from '../../../ground/ui/format.ts'

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
  const typed = useTypedDay({ value, onChange, onBlur })
  const { day } = typed

  const understood =
    day &&
    (day > today
      ? `${formatDay(day)} is after today`
      : `${formatDay(day)}, ${ageWords(ageOn(today, day))} old`)

  return (
    <div>
      <TextInput
        {...input}
        withAsterisk
        aria-required
        description={understood ?? 'Day, month, year: 21 Nov 1980 or 21/11/1980'}
        {...typed.input}
      />
      <span className="sr-only" role="status">
        {typed.isTyping && understood}
      </span>
    </div>
  )
}

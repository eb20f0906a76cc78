import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ageWords, type Birth, birthWords } from '../../../../contract/people/birth/birth.ts'
import { birthOf, isKnownBirth, readTypedBirth } from '../../../../contract/people/birth/typed-birth.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { useTypedDay } from '../../../ground/ui/form/use-typed-day.ts'
import { formatDay } from '../../../ground/ui/format.ts'

const onlyWords: Record<Birth['birthPrecision'], string> = {
  DAY: '',
  MONTH: 'Only the month: ',
  YEAR: 'Only the year: ',
}

/** The value of the field in the words of the hospital. */
export function heldBirthWords(held: string): string {
  return isKnownBirth(held) ? formatDay(held) : held
}

/**
 * A date of birth, typed: faster than any calendar for a day decades ago. Where only the month, the year or the age is known,
 * that is typed into the same box. Its value is what is known ('1984-05-12', '1984-05', '1984') once it is understood, and what
 * was typed until then. What was understood stands above the box, with the age.
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
  const typed = useTypedDay({
    value,
    onChange,
    onBlur,
    read: (text) => readTypedBirth(text, today),
    words: heldBirthWords,
  })
  const understood = typed.day && understoodWords(typed.day, today)

  return (
    <div>
      <TextInput
        {...input}
        withAsterisk
        aria-required
        description={understood ?? '21/11/1980. If not known: 1980 or about 45'}
        {...typed.input}
      />
      <span className="sr-only" role="status">
        {typed.isTyping && understood}
      </span>
    </div>
  )
}

function understoodWords(known: string, today: string): string {
  const birth = birthOf(known)
  if (known > today) return `${birthWords(birth)} is after today`
  return `${onlyWords[birth.birthPrecision]}${birthWords(birth)}, ${ageWords(birth, today)} old`
}

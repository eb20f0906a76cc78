import { useState } from 'react'
import { readTypedDay } from '../../../../contract/days.ts'
import { dayWords } from './typed-day.ts'

interface Held {
  /** yyyy-mm-dd once it is understood, and what was typed until then. */
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  /** Understands what was typed, and what `value` is then; of a day unless told otherwise. */
  read?: (typed: string) => string | undefined
  /** How a value reads once the box is left. */
  words?: (value: string) => string
}

/** A box in which a day is typed: it shows what is being typed as it is typed, and the day in words once it is left. */
export function useTypedDay({ value, onChange, onBlur, read = readTypedDay, words = dayWords }: Held) {
  const [typed, setTyped] = useState<string | null>(null)
  const isOurs = typed !== null && (read(typed) ?? typed) === value
  return {
    /** yyyy-mm-dd, once it is understood. */
    day: read(value),
    isTyping: typed !== null,
    input: {
      autoComplete: 'off',
      value: isOurs ? typed : words(value),
      onChange(event: { currentTarget: { value: string } }) {
        const next = event.currentTarget.value
        setTyped(next)
        onChange(read(next) ?? next)
      },
      onBlur() {
        setTyped(null)
        onBlur?.()
      },
    },
    /** Takes a day that was chosen instead. */
    choose(chosen: string) {
      setTyped(null)
      onChange(chosen)
    },
  }
}

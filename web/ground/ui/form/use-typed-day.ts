import { useState } from 'react'
import { readTypedDay } from '../../../../contract/days.ts'
import { dayWords } from './typed-day.ts'

interface Held {
  /** yyyy-mm-dd once it is understood, and what was typed until then. */
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
}

/** A box in which a day is typed: it shows what is being typed as it is typed, and the day in words once it is left. */
export function useTypedDay({ value, onChange, onBlur }: Held) {
  const [typed, setTyped] = useState<string | null>(null)
  const isOurs = typed !== null && (readTypedDay(typed) ?? typed) === value
  return {
    /** yyyy-mm-dd, once it is understood. */
    day: readTypedDay(value),
    isTyping: typed !== null,
    input: {
      autoComplete: 'off',
      value: isOurs ? typed : dayWords(value),
      onChange(event: { currentTarget: { value: string } }) {
        const next = event.currentTarget.value
        setTyped(next)
        onChange(readTypedDay(next) ?? next)
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

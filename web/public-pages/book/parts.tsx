import { type ReactNode, useEffect, useRef } from 'react'
import { spokenDay } from '../../../contract/spoken.ts'
import { ApiError } from '../../ground/client/api.ts'

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** 'Tuesday, 1 Dec 2026' */
export const dayWords = (day: string) =>
  `${weekday.format(Date.parse(`${day}T00:00:00Z`))}, ${spokenDay(day)}`

/** Why something was refused: a sentence for the whole, and one for each field. */
export interface Refused {
  whole?: string | undefined
  fields: Readonly<Record<string, string>>
  code?: string
}

export function refusalOf(error: unknown): Refused {
  if (!(error instanceof ApiError))
    return { fields: {}, whole: 'This could not be sent. Try again in a moment.' }
  if (error.status === 0)
    return {
      fields: {},
      whole: 'The hospital can’t be reached right now. Try again in a moment: nothing is sent twice.',
    }
  const { code } = error.problem
  const fields = byField(error.problem.errors ?? [])
  return Object.keys(fields).length > 0 ? { fields, code } : { fields, whole: error.message, code }
}

/** The first message of each field. */
export function byField(issues: readonly { path: string; message: string }[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of issues) found[path] ??= message
  return found
}

/** A step, whose heading has the focus when it is shown, so that it is read out. */
export function Step({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="book-step">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </div>
  )
}

export function Notice({ text }: { text: string | undefined }) {
  return (
    text && (
      <div className="notice refused" role="alert">
        {text}
      </div>
    )
  )
}

export function TextField({
  name,
  label,
  error,
  hint,
  ...input
}: {
  name: string
  label: string
  error: string | undefined
  hint?: string
} & React.ComponentProps<'input'>) {
  const id = `book-${name}`
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        {...input}
        id={id}
        name={name}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

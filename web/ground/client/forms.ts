import { type FormErrors as FieldErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { useId, useState } from 'react'
import type { z } from 'zod'
import { notADay } from '../../../contract/api/fields.ts'
import { sayOwnSentences } from '../../../contract/api/sentences.ts'
import type { FormProblem } from '../ui/form/FormErrors.tsx'
import { typedDayProblem } from '../ui/form/typed-day.ts'
import { useErrorInTab } from '../ui/tab-title.ts'
import { ApiError } from './api.ts'

sayOwnSentences()

/** The error of each field, by dotted path; the first message for a path is kept. */
function errorsByPath(issues: readonly { path: string; message: string }[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of issues) errors[path] ??= message
  return errors
}

/** Validates values against a contract's schema, the same one that the server uses. */
export function validateWith(schema: z.ZodType): (values: unknown) => FieldErrors {
  return (values) => {
    const checked = schema.safeParse(values)
    if (checked.success) return {}
    return errorsByPath(
      checked.error.issues.map(({ path, message }) => {
        const typed: unknown = path.reduce<unknown>((whole, step) => Reflect.get(Object(whole), step), values)
        // The contract's example is in the format of programs.
        const isDay = message === notADay && typeof typed === 'string'
        return { path: path.join('.'), message: isDay ? typedDayProblem(typed) : message }
      }),
    )
  }
}

export interface ContractForm<Values extends object> {
  form: UseFormReturnType<Values>
  /** For <FormErrors {...summary} />: what keeps the form from being sent. */
  summary: { problems: FormProblem[]; attempt: number }
  /** For <form onSubmit>: validates, sends, and says what the server refused beside its field or in the summary. */
  onSubmit: (event?: React.SyntheticEvent<HTMLFormElement>) => void
  busy: boolean
}

/**
 * A form validated by a contract's schema before it is sent, and by the server afterwards. Every input gets an id, so that
 * the summary can link to it. `send` may throw: an ApiError's field errors are shown at their fields, and any other failure
 * in the summary, unless `onFailure` returns true because it has handled it.
 */
export function useContractForm<Values extends object>({
  schema,
  initialValues,
  send,
  onFailure,
}: {
  schema: z.ZodType
  initialValues: Values
  send: (values: Values) => Promise<unknown>
  onFailure?: (error: Error) => boolean
}): ContractForm<Values> {
  const formId = useId()
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useForm<Values>({
    initialValues,
    validate: validateWith(schema),
    enhanceGetInputProps: ({ field }) => ({ id: `${formId}-${String(field)}` }),
  })

  async function submit(values: Values) {
    setFailure(undefined)
    setBusy(true)
    try {
      await send(values)
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      if (onFailure?.(error)) return
      setFailure(showRefusal(form, error))
      setAttempt((count) => count + 1)
    } finally {
      setBusy(false)
    }
  }

  const check = form.onSubmit(submit, () => {
    setFailure(undefined)
    setAttempt((count) => count + 1)
  })

  const fieldProblems = Object.entries(form.errors).map(([path, message]) => ({
    fieldId: `${formId}-${path}`,
    message,
  }))
  const problems = failure ? [...fieldProblems, { message: failure }] : fieldProblems
  useErrorInTab(attempt > 0 && problems.length > 0)
  return {
    form,
    summary: { problems, attempt },
    onSubmit: (event) => {
      if (busy) {
        event?.preventDefault()
        return
      }
      check(event)
    },
    busy,
  }
}

const unreachableForm =
  'Lantern can’t reach the hospital’s server. Your entries are kept. Try again in a moment.'

/** Shows a refusal's field errors at their fields; returns the message for anything that belongs to no field. */
function showRefusal<Values extends object>(
  form: UseFormReturnType<Values>,
  error: Error,
): string | undefined {
  if (!(error instanceof ApiError)) return error.message
  if (error.status === 0) return unreachableForm
  if (!error.problem.errors?.length) return error.message
  const known = error.problem.errors.filter(({ path }) =>
    Object.hasOwn(form.getValues(), path.split('.', 1).join()),
  )
  form.setErrors(errorsByPath(known))
  return known.length === error.problem.errors.length ? undefined : error.message
}

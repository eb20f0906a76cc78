import { z } from 'zod'
import { readTypedDay } from '../ui/form/typed-day.ts'

/**
 * A form's schema: `read` makes the contract's body of what was typed, and the contract says what is wrong with it.
 * `days` are the paths of typed days, told about in the words of the hospital's forms; `place` says where in the form
 * a path of the body stands.
 */
export function typedForm<Values extends object>(
  contract: z.ZodType,
  read: (values: Values) => unknown,
  days: (values: Values) => readonly (readonly [path: string, typed: string])[] = () => [],
  place: (path: readonly PropertyKey[], values: Values) => readonly PropertyKey[] = (path) => path,
): z.ZodType {
  return z.custom<Values>().superRefine((values, context) => {
    for (const [path, typed] of days(values)) {
      if (!typed.trim() || readTypedDay(typed)) continue
      context.addIssue({
        code: 'custom',
        path: path.split('.'),
        message: 'Write a date that exists, day first, like 30 Nov 2027',
      })
    }
    const checked = contract.safeParse(read(values))
    for (const { path, message } of checked.error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: [...place(path, values)], message })
    }
  })
}

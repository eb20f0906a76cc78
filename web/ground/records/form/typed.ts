import { z } from 'zod'
import { readTypedDay } from '../../../../contract/days.ts'

/**
 * A form's schema: `read` makes the contract's body of what was typed, and the contract says what is wrong with it.
 * `days` are the paths of typed days, told about in the words of the hospital's forms; `place` says where in the form
 * a path of the body stands.
 */
export function typedForm<Values extends object, Body>(
  contract: z.ZodType<Body>,
  read: (values: Values) => unknown,
  days: (values: Values) => readonly (readonly [path: string, typed: string])[] = () => [],
  place: (path: readonly PropertyKey[], values: Values) => readonly PropertyKey[] = (path) => path,
): z.ZodType<Body, Values> {
  return z.custom<Values>().transform((values, context) => {
    for (const [path, typed] of days(values)) {
      if (!typed.trim() || readTypedDay(typed)) continue
      context.addIssue({
        code: 'custom',
        path: path.split('.'),
        message: 'Enter a valid date, e.g. 30 Nov 2027',
      })
    }
    const checked = contract.safeParse(read(values))
    if (checked.success) return checked.data
    for (const { path, message } of checked.error.issues) {
      context.addIssue({ code: 'custom', path: [...place(path, values)], message })
    }
    return z.NEVER
  })
}

/** The schema of what is typed, for values that carry what the form itself remembers beside it. */
export function typedAlone<Body>(schema: z.ZodType<Body>): z.ZodType<Body> {
  return z
    .record(z.string(), z.unknown())
    .transform(({ base: _, attemptKey: __, ...typed }): unknown => typed)
    .pipe(schema)
}

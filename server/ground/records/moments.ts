import { sql } from 'kysely'
import { invalidField } from '../http/errors.ts'

/** Clocks of screens and servers may differ by this much, in milliseconds. */
export const clockSkew = 60_000

/** Refuses a moment in the future. The statement that writes it takes one that is slightly ahead for now. */
export function refuseFuture(path: string, moment: string | null | undefined, now: Date, what: string) {
  if (moment && Date.parse(moment) > now.getTime() + clockSkew)
    throw invalidField(path, `${what} can’t be in the future`)
}

/** A moment that was said, or now: also where the clock that said it runs ahead. */
export function atMostNow(moment: string | null | undefined) {
  return sql`least(coalesce(${moment ?? null}::timestamptz, clock_timestamp()), clock_timestamp())`
}

import { type RawBuilder, sql } from 'kysely'

/** When a day begins on the hospital's clock. */
export function dayBegins(day: string | RawBuilder<unknown>): RawBuilder<string> {
  return sql`(select (${day})::date::timestamp at time zone time_zone from hospital)`
}

/** When it is over, and the next one begins. */
export function dayEnds(day: string): RawBuilder<string> {
  return dayBegins(sql`${day}::date + 1`)
}

import pg from 'pg'

const { builtins } = pg.types

type Parse = (text: string) => unknown

const parsers: readonly (readonly [number, Parse])[] = [
  // Days and times are strings end to end: made into a Date, a birth date moves with the server's time zone.
  [builtins.DATE, (text) => text],
  [builtins.TIME, (text) => text.slice(0, 5)],
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
]

/** How values of the database become JavaScript's; a moment becomes a Date, as Better Auth and pg-boss take it. */
export const withDates = typesOf(new Map(parsers))

/** The types for Lantern's own statements: moments become the API's format. */
export const withMoments = typesOf(new Map([...parsers, [builtins.TIMESTAMPTZ, momentFrom]]))

/** In one look: pg asks for each column of each answer, and its own overrides ask one another. */
function typesOf(own: ReadonlyMap<number, Parse>): pg.CustomTypesConfig {
  return {
    getTypeParser: (oid, format) =>
      (format === 'binary' ? undefined : own.get(oid)) ?? pg.types.getTypeParser(oid, format),
  }
}

/**
 * A moment as the API says it, ISO 8601 in UTC with milliseconds, cut from the text in which PostgreSQL sends one in
 * UTC: '2026-03-01 08:30:00.25+00'. For a day of appointments that is a tenth of what either side would take to read
 * the moment and write it anew. The function `iso` writes the same where a moment stands within JSON.
 */
export function momentFrom(text: string): string {
  const space = text.indexOf(' ')
  // Infinity has no other way to be said.
  if (space < 0) return text
  const seconds = space + 9
  const end = text.indexOf('+', seconds)
  const fraction = end > seconds ? text.slice(seconds + 1, seconds + 4 < end ? seconds + 4 : end) : ''
  return `${text.slice(0, space)}T${text.slice(space + 1, seconds)}.${fraction.padEnd(3, '0')}Z`
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Put, putting } from '../prepared.ts'

/**
 * The search terms; a record matches if all of them do. Digits alone are one term, compared as a phone number: without the
 * leading zeros that a country code replaces, and by the last nine digits, which are the same with and without one. Fewer
 * than seven digits keep their zeros, because they are a part of a number. A comma separates terms: screens write names as
 * 'RAO, Asha'.
 */
export function searchTerms(search = ''): string[] {
  const digits = phoneDigits(search)
  if (digits === undefined) return search.split(/[\s,]+/).filter(Boolean)
  return [phonePart(digits)]
}

/** The digits of what is typed as numbers are. */
export function phoneDigits(search = ''): string | undefined {
  return /^[\d\s()+\-./]*\d[\d\s()+\-./]*$/.test(search) ? search.replace(/\D/g, '') : undefined
}

/** A number with at least this many digits is a whole one, in which a leading zero replaces the country code. */
const fewestOfWholePhone = 7

/** The part of a phone number to look for. Fewer digits than a whole number keep their leading zeros. */
export function phonePart(digits: string): string {
  return digits.length < fewestOfWholePhone ? digits : phoneKey(digits)
}

/** The end of a phone number, which doesn't depend on its country code. */
function phoneKey(digits: string): string {
  return (digits.replace(/^0+/, '') || digits).slice(-9)
}

/**
 * Condition that `text`, already folded, contains a term. With fewer than three letters in a row the trigram index does not
 * help, and would be read from end to end: such terms are written so that PostgreSQL can't use it.
 */
export function holdsTerm(
  text: RawBuilder<unknown>,
  term: string,
  { put = putting(term), isKept = false }: { put?: Put<string>; isKept?: boolean } = {},
): RawBuilder<SqlBool> {
  const value = isKept ? worked : (one: RawBuilder<unknown>) => one
  const holds = sql<SqlBool>`strpos(${text}, ${value(sql`fold(${put((one) => one)})`)}) > 0`
  if (!hasTrigram(term)) return holds
  const found = sql<SqlBool>`${text} like ${value(sql`anywhere(${put(tellingPart)})`)}`
  return tellingPart(term) === term ? found : sql`(${found} and ${holds})`
}

/** Worked out once, and unknown to the planner: one plan is good for whatever is looked for. */
export const worked = (value: RawBuilder<unknown>) => sql`(select ${value})`

/** Whether a term has three letters or digits in a row, so that the trigram index can find it. */
export function hasTrigram(term: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(term)
}

/**
 * The part of a term that the index looks up. A part that many records share (a mail provider, 'MRN', the beginning of a
 * phone number) costs more than it narrows down, so the whole term is checked only on the rows that the rest finds.
 */
export function tellingPart(term: string): string {
  const digits = /^(?:mrn)?(\d{3,})$/i.exec(term)?.[1]
  if (digits) return digits.slice(-6)
  const [name = ''] = term.split('@')
  return hasTrigram(name) ? name : term
}

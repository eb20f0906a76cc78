import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { putting } from '../prepared.ts'

/**
 * The search terms; a record matches if all of them do. Digits alone are one term, compared as a phone number: without the
 * leading zeros that a country code replaces, and by the last nine digits, which are the same with and without one. Fewer
 * than five digits keep their zeros, because they may be the end of a number. A comma separates terms: screens write names
 * as 'RAO, Asha'.
 */
export function searchTerms(search = ''): string[] {
  const digits = phoneDigits(search)
  if (digits === undefined) return search.split(/[\s,]+/).filter(Boolean)
  return [digits.length < 5 ? digits : phoneKey(digits)]
}

/** The digits of what is typed as numbers are. */
export function phoneDigits(search = ''): string | undefined {
  return /^[\d\s()+\-./]*\d[\d\s()+\-./]*$/.test(search) ? search.replace(/\D/g, '') : undefined
}

/** What a phone number ends with, whether its country code was typed or not. */
export function phoneKey(digits: string): string {
  return (digits.replace(/^0+/, '') || digits).slice(-9)
}

/**
 * Condition that `text`, already folded, contains a term. With fewer than three letters in a row the trigram index does not
 * help, and would be read from end to end: such terms are written so that PostgreSQL can't use it. If the statement keeps
 * its plan (`isKept`), the pattern is computed once rather than for each row, and no plan is made for one value.
 */
export function holdsTerm(
  text: RawBuilder<unknown>,
  term: string,
  isKept = false,
  put = putting(term),
): RawBuilder<SqlBool> {
  const holds = showsTerm(text, term, isKept, put)
  if (!hasTrigram(term)) return holds
  const found = sql<SqlBool>`${text} like ${worked(sql`anywhere(${put(tellingPart)})`, isKept)}`
  return tellingPart(term) === term ? found : sql`(${found} and ${holds})`
}

/** The same, of rows that are looked through one by one. */
export function showsTerm(
  text: RawBuilder<unknown>,
  term: string,
  isKept = false,
  put = putting(term),
): RawBuilder<SqlBool> {
  return sql`strpos(${text}, ${worked(sql`fold(${put((one) => one)})`, isKept)}) > 0`
}

/** Worked out once, and unknown to the planner: one plan is good for whatever is looked for. */
export const worked = (value: RawBuilder<unknown>, once = true) => (once ? sql`(select ${value})` : value)

/** Whether a term has three letters or digits in a row, so that the trigram index can find it. */
export function hasTrigram(term: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(term)
}

/**
 * What of a term the index is asked for. All that many records share (a mail provider, 'MRN', the beginning of a phone
 * number) costs it more than it tells: the whole is looked for in the few rows that the rest finds.
 */
export function tellingPart(term: string): string {
  const digits = /^(?:mrn)?(\d{3,})$/i.exec(term)?.[1]
  if (digits) return digits.slice(-6)
  const [name = ''] = term.split('@')
  return hasTrigram(name) ? name : term
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '../../../../contract/fold.ts'

/**
 * The search terms; a record matches if all of them do. Digits alone are one term, compared as a phone number. A comma
 * separates terms: screens write names as 'RAO, Asha'.
 */
export function searchTerms(search = ''): string[] {
  const digits = phoneDigits(search)
  return digits === undefined ? search.split(/[\s,]+/).filter(Boolean) : [phonePart(digits)]
}

/** The digits of what is typed as numbers are. */
export function phoneDigits(search = ''): string | undefined {
  return /^[\d\s()+\-./]*\d[\d\s()+\-./]*$/.test(search) ? search.replace(/\D/g, '') : undefined
}

/**
 * The part of a phone number to look for. A whole one, from seven digits, is compared by its end, which is the same with and
 * without a country code. Fewer digits are a part of a number, and keep their leading zeros.
 */
export function phonePart(digits: string): string {
  return digits.length < 7 ? digits : (digits.replace(/^0+/, '') || digits).slice(-9)
}

/** The ways in which a folded text is searched. */
export const waysIn = (text: RawBuilder<unknown>) => ({
  like: (pattern: RawBuilder<unknown>) => sql<SqlBool>`${text} like ${pattern}`,
  holds: (part: RawBuilder<unknown>) => sql<SqlBool>`strpos(${text}, ${part}) > 0`,
})

/** The pattern of texts that have this one anywhere. */
export const within = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * The tests that a folded text passes if it contains the term. With fewer than three letters in a row the trigram index does
 * not help, and would be read from end to end: such terms are written so that PostgreSQL can't use it.
 */
export function testsOf(term: string): ['like' | 'holds', string][] {
  const selective = selectivePart(term)
  if (!hasTrigram(term)) return [['holds', fold(term)]]
  const found: ['like', string] = ['like', within(fold(selective))]
  return selective === term ? [found] : [found, ['holds', fold(term)]]
}

export function holdsTerm(text: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  const tests = testsOf(term).map(([way, value]) => waysIn(text)[way](sql`${value}::text`))
  return sql`${sql.join(tests, sql` and `)}`
}

/** Whether a term has three letters or digits in a row, so that the trigram index can find it. */
const hasTrigram = (term: string) => /[\p{L}\p{N}]{3}/u.test(term)

/**
 * The part of a term that the index looks up. A part that many records share (a mail provider, 'MRN', the beginning of a
 * phone number) costs more than it narrows down, so the whole term is checked only on the rows that the rest finds.
 */
function selectivePart(term: string): string {
  const digits = /^(?:mrn)?(\d{3,})$/i.exec(term)?.[1]
  if (digits) return digits.slice(-6)
  const [name = ''] = term.split('@')
  return hasTrigram(name) ? name : term
}

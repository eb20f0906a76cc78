import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '../../contract/fold.ts'
import { nameWords, soughtBirth } from '../../contract/search/people.ts'
import type { Rank } from '../db/search/ranked.ts'
import { holdsTerm, phoneDigits, phoneKey, searchTerms, showsTerm, worked } from '../db/search/search.ts'

/**
 * What a search asks of a table or an index called `patient`: the date of birth that was typed, or each part of it. Nothing
 * where nothing was typed. `isProbed`: of rows that are looked through one by one.
 */
export function sought(search = '', { isProbed = false, isKept = false } = {}): RawBuilder<SqlBool>[] {
  const born = soughtBirth(search)
  if (born) return [sql<SqlBool>`patient.date_of_birth = ${born}::date`]
  const holds = isProbed ? showsTerm : holdsTerm
  return searchTerms(search).map((term) => holds(sql`patient.search_text`, term, isKept))
}

const byName = ['last_name_key', 'first_name_key'] as const
const byGivenName = ['first_name_key', 'last_name_key'] as const
/** Behind every letter: what begins so ends before it. */
const end = '\u{10FFFF}'

/** What begins so, in an index of PostgreSQL's own order of letters. */
function begins(text: RawBuilder<unknown>, beginning: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${text} >= ${worked(sql`${beginning}::text`)} and ${text} < ${worked(sql`${beginning + end}::text`)})`
}

const [last, first] = [sql`patient.last_name_key`, sql`patient.first_name_key`]
const words = sql`name_words(patient.first_name_key || ' ' || patient.last_name_key)`
const mrn = sql`patient.mrn`
const mail = sql`fold(patient.email) collate "C"`
const phoneFromEnd = sql`phone_backwards(patient.contact_number) collate "C"`

/** The name has a word that begins so. */
function hasWord(word: string): RawBuilder<SqlBool> {
  const pattern = `%${nameWords(word).replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`${words} like ${worked(sql`${pattern}::text`)}`
}

const same = (text: RawBuilder<unknown>, value: string) =>
  sql<SqlBool>`${text} = ${worked(sql`${value}::text`)}`
const all = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
const either = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** Fewer digits than these are no end of a number that anybody knows. */
export const fewestOfPhone = 3

/** Who stands before those that only hold what was typed somewhere. */
export function ranksOf(search = ''): Rank[] {
  if (soughtBirth(search)) return []
  const digits = phoneDigits(search)
  if (digits !== undefined) return ranksOfNumber(digits)
  const terms = searchTerms(search).map(fold)
  const [term = ''] = terms
  if (terms.length === 1) {
    const number = /^mrn(\d*)$/.exec(term)?.[1]
    if (number !== undefined) return [{ where: begins(mrn, `MRN${number}`), by: ['mrn', 'last_name_key'] }]
    if (term.includes('@')) return [{ where: same(mail, term), by: byName }]
  }
  return areNames(terms) ? ranksOfNames(terms) : []
}

function ranksOfNumber(digits: string): Rank[] {
  const known = digits.length < 7 ? digits : phoneKey(digits)
  const backwards = [...known].toReversed().join('')
  return [
    { where: same(mrn, `MRN${digits}`), by: byName },
    ...(known.length < fewestOfPhone ? [] : [{ where: begins(phoneFromEnd, backwards), by: byName }]),
    { where: begins(mrn, `MRN${digits}`), by: ['mrn', 'last_name_key'] },
  ]
}

/** A word that a name can hold: no number, no address. */
function areNames(terms: readonly string[]): boolean {
  return terms.length > 0 && terms.every((term) => /\p{L}/u.test(term) && !/[\d@]/.test(term))
}

/** More words than these are no name that begins with some of them: each is looked for by itself. */
const mostWords = 5

function ranksOfNames(terms: readonly string[]): Rank[] {
  const whole = terms.join(' ')
  const parted = terms.length > mostWords ? [] : terms.slice(1).map((_, at) => at + 1)
  return [
    { where: begins(last, whole), by: byName },
    { where: begins(first, whole), by: byGivenName },
    ...parted.flatMap((at) => {
      const [one, other] = [terms.slice(0, at).join(' '), terms.slice(at).join(' ')]
      return [
        { where: all([begins(last, other), begins(first, one)]), by: byName },
        { where: all([begins(last, one), begins(first, other)]), by: byName },
      ]
    }),
    { where: haveWords(terms), by: byName },
  ]
}

/** Of several words, the index of all that is searched finds those who have them all sooner than that of names does. */
function haveWords(terms: readonly string[]): RawBuilder<SqlBool> {
  if (terms.length === 1 || !terms.every((term) => /^[\p{L}\p{N}]{3,}$/u.test(term)))
    return all(terms.map(hasWord))
  return all(
    terms.flatMap((term) => [
      holdsTerm(sql`patient.search_text`, term, true),
      sql<SqlBool>`strpos(${words}, ${worked(sql`${nameWords(term)}::text`)}) > 0`,
    ]),
  )
}

/** The words of names that are looked for, where somebody could have heard or typed them with a slip. */
export function wordsOfNames(search = ''): string[] {
  if (soughtBirth(search)) return []
  const terms = searchTerms(search).map(fold)
  if (!areNames(terms)) return []
  const names = terms.flatMap((term) => nameWords(term).split(' ')).filter(Boolean)
  const areWords = names.every((word) => /^[\p{L}\p{M}.]+$/u.test(word))
  return areWords && names.length <= mostWords && names.some((word) => word.length > 2) ? names : []
}

/** Whose name has, for each word that was typed, one that begins so or that is like it. */
export function ranksOfLikeness(typed: readonly string[], alike: readonly (readonly string[])[]): Rank[] {
  if (alike.every((known) => known.length === 0)) return []
  const [only] = alike
  // The most alike first.
  if (alike.length === 1 && only) {
    return only.flatMap((word) => [
      { where: begins(last, word), by: byName },
      { where: hasWord(word), by: byName },
    ])
  }
  const each = typed.map((word, at) => either([word, ...(alike[at] ?? [])].map(hasWord)))
  return [{ where: all(each), by: byName }]
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '../../contract/fold.ts'
import { nameWords, soughtBirth } from '../../contract/search/people.ts'
import { type Put, putting } from '../db/prepared.ts'
import type { Rank } from '../db/search/ranked.ts'
import {
  hasTrigram,
  holdsTerm,
  phoneDigits,
  phoneKey,
  searchTerms,
  showsTerm,
  tellingPart,
  worked,
} from '../db/search/terms.ts'

/** The search text, read once. A statement is built from it, or its values are put into a kept one. */
export interface Typed {
  born: string | undefined
  /** The digits, if a number was typed, and the end of the phone number that was meant. */
  digits: string | undefined
  ending: string
  terms: readonly string[]
  folded: readonly string[]
}

export function readTyped(search = ''): Typed {
  const terms = searchTerms(search)
  const digits = phoneDigits(search)
  const ending = digits && digits.length >= 7 ? phoneKey(digits) : (digits ?? '')
  return { born: soughtBirth(search), digits, ending, terms, folded: terms.map(fold) }
}

/** Everything in the search text that determines the text of a statement, apart from the values put into it. */
export function shapeOf(typed: Typed): string {
  const { born, digits, ending, terms, folded } = typed
  if (born) return 'born'
  const kind =
    digits === undefined
      ? `${mrnDigits(folded) !== undefined} ${isMail(folded)} ${areNames(folded)}`
      : ending.length < fewestOfPhone
        ? 'few digits'
        : 'digits'
  const each = terms.map(
    (term, at) => `${hasTrigram(term)} ${tellingPart(term) === term} ${isOneWord(folded[at] ?? '')}`,
  )
  return `${kind}: ${each.join(', ')}`
}

/**
 * What a search asks of a table or an index called `patient`: the date of birth that was typed, or each part of it. Nothing
 * where nothing was typed. `isProbed`: of rows that are looked through one by one.
 */
export function sought(
  { born, terms }: Typed,
  { isProbed = false, isKept = false, put = undefined as Put<Typed> | undefined } = {},
): RawBuilder<SqlBool>[] {
  if (born) return [sql<SqlBool>`patient.date_of_birth = ${put ? put((typed) => typed.born) : born}::date`]
  const holds = isProbed ? showsTerm : holdsTerm
  return terms.map((term, at) => holds(sql`patient.search_text`, term, isKept, put && putTerm(put, at)))
}

/** Puts in a value of one of the terms. */
const putTerm =
  (put: Put<Typed>, at: number): Put<string> =>
  (of) =>
    put(({ terms }) => of(terms[at] ?? ''))

type Value = (typed: Typed) => string

const byName = ['last_name_key', 'first_name_key'] as const
const byGivenName = ['first_name_key', 'last_name_key'] as const
/** Behind every letter: what begins so ends before it. */
const end = '\u{10FFFF}'

/** What begins so, in an index of PostgreSQL's own order of letters. */
function begins(text: RawBuilder<unknown>, put: Put<Typed>, beginning: Value): RawBuilder<SqlBool> {
  const [from, before] = [put(beginning), put((typed) => beginning(typed) + end)]
  return sql<SqlBool>`(${text} >= ${worked(sql`${from}::text`)} and ${text} < ${worked(sql`${before}::text`)})`
}

const [last, first] = [sql`patient.last_name_key`, sql`patient.first_name_key`]
const words = sql`name_words(patient.first_name_key || ' ' || patient.last_name_key)`
const mrn = sql`patient.mrn`
const mail = sql`fold(patient.email) collate "C"`
const phoneFromEnd = sql`phone_backwards(patient.contact_number) collate "C"`

/** The name has a word that begins so. */
function hasWord(put: Put<Typed>, word: Value): RawBuilder<SqlBool> {
  const pattern = put((typed) => `%${nameWords(word(typed)).replaceAll(/[\\%_]/g, '\\$&')}%`)
  return sql<SqlBool>`${words} like ${worked(sql`${pattern}::text`)}`
}

const same = (text: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
  sql<SqlBool>`${text} = ${worked(sql`${value}::text`)}`
const all = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
const either = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** Fewer digits than these are no end of a number that anybody knows. */
export const fewestOfPhone = 3

/** Who stands before those that only hold what was typed somewhere. */
export function ranksOf(typed: Typed, put: Put<Typed> = putting(typed)): Rank[] {
  const { born, digits, ending, folded } = typed
  if (born) return []
  if (digits !== undefined) return ranksOfNumber(ending, put)
  if (mrnDigits(folded) !== undefined) {
    const number = begins(mrn, put, (one) => `MRN${mrnDigits(one.folded) ?? ''}`)
    return [{ where: number, by: ['mrn', 'last_name_key'] }]
  }
  if (isMail(folded))
    return [
      {
        where: same(
          mail,
          put((one) => one.folded[0]),
        ),
        by: byName,
      },
    ]
  return areNames(folded) ? ranksOfNames(folded, put) : []
}

const mrnDigits = ([term = '', ...more]: readonly string[]) =>
  more.length > 0 ? undefined : /^mrn(\d*)$/.exec(term)?.[1]
const isMail = ([term = '', ...more]: readonly string[]) => more.length === 0 && term.includes('@')

function ranksOfNumber({ length }: string, put: Put<Typed>): Rank[] {
  const number: Value = ({ digits = '' }) => `MRN${digits}`
  const phone = begins(phoneFromEnd, put, ({ ending }) => [...ending].toReversed().join(''))
  return [
    { where: same(mrn, put(number)), by: byName },
    ...(length < fewestOfPhone ? [] : [{ where: phone, by: byName }]),
    { where: begins(mrn, put, number), by: ['mrn', 'last_name_key'] as const },
  ]
}

/** A word that a name can hold: no number, no address. */
function areNames(terms: readonly string[]): boolean {
  return terms.length > 0 && terms.every((term) => /\p{L}/u.test(term) && !/[\d@]/.test(term))
}

/** More words than these are no name that begins with some of them: each is looked for by itself. */
const mostWords = 5

function ranksOfNames(terms: readonly string[], put: Put<Typed>): Rank[] {
  const some =
    (from: number, until = terms.length): Value =>
    ({ folded }) =>
      folded.slice(from, until).join(' ')
  const parted = terms.length > mostWords ? [] : terms.slice(1).map((_, at) => at + 1)
  return [
    { where: begins(last, put, some(0)), by: byName },
    { where: begins(first, put, some(0)), by: byGivenName },
    ...parted.flatMap((at) => {
      const [one, other] = [some(0, at), some(at)]
      return [
        { where: all([begins(last, put, other), begins(first, put, one)]), by: byName },
        { where: all([begins(last, put, one), begins(first, put, other)]), by: byName },
      ]
    }),
    { where: haveWords(terms, put), by: byName, isOfRest: terms.every(isOneWord) },
  ]
}

/** A record with a word that begins with the term also contains it as a part, so the index of parts finds it. */
const isOneWord = (term: string) => /^[\p{L}\p{N}]{3,}$/u.test(term)

/**
 * For several words, the index of all searched text finds the patients with all of them sooner than the index of names.
 */
function haveWords(terms: readonly string[], put: Put<Typed>): RawBuilder<SqlBool> {
  const values = terms.map(
    (_, at): Value =>
      ({ folded }) =>
        folded[at] ?? '',
  )
  if (terms.length === 1 || !terms.every(isOneWord)) return all(values.map((value) => hasWord(put, value)))
  return all(
    values.flatMap((value, at) => [
      holdsTerm(sql`patient.search_text`, terms[at] ?? '', true, (of) => put((typed) => of(value(typed)))),
      sql<SqlBool>`strpos(${words}, ${worked(sql`${put((typed) => nameWords(value(typed)))}::text`)}) > 0`,
    ]),
  )
}

/** The words of names that are looked for, where somebody could have heard or typed them with a slip. */
export function wordsOfNames({ born, folded }: Typed): string[] {
  if (born || !areNames(folded)) return []
  const names = folded.flatMap((term) => nameWords(term).split(' ')).filter(Boolean)
  // A dot at the end is an abbreviation; a dot within a word is an email address.
  const areWords = names.every((word) => /^[\p{L}\p{M}]+\.?$/u.test(word))
  return areWords && names.length <= mostWords && names.some((word) => word.length > 2) ? names : []
}

/** Puts in values that don't depend on what was typed. */
const said = putting(readTyped())

/** Patients whose name has, for each typed word, a word that begins with it or is like it. */
export function ranksOfLikeness(typed: readonly string[], alike: readonly (readonly string[])[]): Rank[] {
  if (alike.every((known) => known.length === 0)) return []
  const [only] = alike
  // The most alike first.
  if (alike.length === 1 && only) {
    return only.flatMap((word) => [
      { where: begins(last, said, () => word), by: byName },
      { where: hasWord(said, () => word), by: byName },
    ])
  }
  const each = typed.map((word, at) =>
    either([word, ...(alike[at] ?? [])].map((one) => hasWord(said, () => one))),
  )
  return [{ where: all(each), by: byName }]
}

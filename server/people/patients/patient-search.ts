import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '../../../contract/fold.ts'
import { nameWords, soughtBirth } from '../../../contract/search/people.ts'
import { type Put, putting } from '../../ground/db/prepared.ts'
import type { Rank } from '../../ground/db/search/ranked.ts'
import {
  hasTrigram,
  holdsTerm,
  phoneDigits,
  phonePart,
  searchTerms,
  tellingPart,
  worked,
} from '../../ground/db/search/terms.ts'

/** The search text, read once. A statement is built from it, or its values are put into a kept one. */
export interface Typed {
  /** The id of a record, as an address or a log has it. */
  id: string | undefined
  born: string | undefined
  /** The digits, if a number was typed, and the end of the phone number that was meant. */
  digits: string | undefined
  ending: string
  terms: readonly string[]
  folded: readonly string[]
}

export function soughtId(search: string): string | undefined {
  return /^\s*([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\s*$/i.exec(search)?.[1]?.toLowerCase()
}

export function readTyped(search = ''): Typed {
  const terms = searchTerms(search)
  const digits = phoneDigits(search)
  return {
    id: soughtId(search),
    born: soughtBirth(search),
    digits,
    ending: phonePart(digits ?? ''),
    terms,
    folded: terms.map(fold),
  }
}

/** Everything in the search text that determines the text of a statement, apart from the values put into it. */
export function shapeOf(typed: Typed): string {
  const { id, born, digits, ending, terms, folded } = typed
  if (id) return 'id'
  if (born) return 'born'
  const kind =
    digits === undefined
      ? `${mrnDigits(folded) !== undefined} ${isMail(folded)} ${areNames(folded)}`
      : ending.length < fewestOfPhone
        ? 'few digits'
        : 'digits'
  const each = terms.map((term) => `${hasTrigram(term)} ${tellingPart(term) === term} ${isPlain(fold(term))}`)
  return `${kind}: ${each.join(', ')}`
}

/**
 * The conditions of a search on a table called `patient`: the typed id or date of birth, or each typed word. None if
 * nothing was typed. All ranks find only rows that meet them.
 */
export function sought(
  typed: Typed,
  put: Put<Typed> = putting(typed),
  isKept = false,
): RawBuilder<SqlBool>[] {
  const { id, born, terms, folded } = typed
  if (id) return [sql<SqlBool>`patient.id = ${put((one) => one.id)}::uuid`]
  if (born) return [sql<SqlBool>`patient.date_of_birth = ${put((one) => one.born)}::date`]
  const parts = terms.map((term, at) =>
    holdsTerm(sql`patient.search_text`, term, { put: putTerm(put, at), isKept }),
  )
  // O’Brien is found as O'Brien too, and a hyphen as a space.
  return areNames(folded) && !folded.every(isPlain)
    ? [either([all(parts), haveWords(folded, put, isKept)])]
    : parts
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

/** Texts with this beginning, by an index in PostgreSQL's own order of letters. */
function begins(text: RawBuilder<unknown>, put: Put<Typed>, beginning: Value): RawBuilder<SqlBool> {
  const [from, before] = [put(beginning), put((typed) => beginning(typed) + end)]
  return sql<SqlBool>`(${text} >= ${worked(sql`${from}::text`)} and ${text} < ${worked(sql`${before}::text`)})`
}

const [last, first] = [sql`patient.last_name_key`, sql`patient.first_name_key`]
const words = sql`name_words(patient.first_name_key || ' ' || patient.last_name_key)`
const mrn = sql`patient.mrn`
const mail = sql`fold(patient.email) collate "C"`
const phoneFromEnd = sql`phone_backwards(patient.contact_number) collate "C"`

type NameTest = typeof begins

/** Texts that are this and no more. */
const is: NameTest = (text, put, whole) => same(text, put(whole))

/** The name has a word that begins so. */
function hasWord(put: Put<Typed>, word: Value, isKept = false): RawBuilder<SqlBool> {
  const pattern = put((typed) => `%${nameWords(word(typed)).replaceAll(/[\\%_]/g, '\\$&')}%`)
  return sql<SqlBool>`${words} like ${isKept ? worked(sql`${pattern}::text`) : pattern}`
}

const same = (text: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
  sql<SqlBool>`${text} = ${worked(sql`${value}::text`)}`
const all = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
const either = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** Fewer digits than these are no end of a number that anybody knows. */
export const fewestOfPhone = 3

/** The ranks that stand before patients who match somewhere else. */
export function ranksOf(typed: Typed, put: Put<Typed> = putting(typed), isKept = false): Rank[] {
  const { id, born, digits, ending, folded } = typed
  if (id || born) return []
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
  return areNames(folded) ? ranksOfNames(folded, put, isKept) : []
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

function ranksOfNames(terms: readonly string[], put: Put<Typed>, isKept: boolean): Rank[] {
  const some =
    (from: number, until = terms.length): Value =>
    ({ folded }) =>
      folded.slice(from, until).join(' ')
  const parted = terms.length > mostWords ? [] : terms.slice(1).map((_, at) => at + 1)
  const pairs = parted.flatMap((at) => [
    { family: some(at), given: some(0, at) },
    { family: some(0, at), given: some(at) },
  ])
  const named = (by: NameTest): Rank[] => [
    { where: by(last, put, some(0)), by: byName },
    { where: by(first, put, some(0)), by: byGivenName },
    ...pairs.map(({ family, given }) => ({
      where: all([by(last, put, family), by(first, put, given)]),
      by: byName,
    })),
  ]
  return [
    // Whole names first, or another exact hit could stand on the next page while Enter takes this one.
    ...named(is),
    ...named(begins),
    { where: haveWords(terms, put, isKept), by: byName, isByLetters: true },
  ]
}

const isPlain = (term: string) => /^[\p{L}\p{N}]+$/u.test(term)

/** For each term, the name has a word that begins so. */
const haveWords = (terms: readonly string[], put: Put<Typed>, isKept: boolean) =>
  all(terms.map((_, at) => hasWord(put, ({ folded }) => folded[at] ?? '', isKept)))

/** The words of names that are looked for, where somebody could have heard or typed them with a slip. */
export function wordsOfNames({ id, born, folded }: Typed): string[] {
  if (id || born || !areNames(folded)) return []
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

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '../../../contract/fold.ts'
import { nameWords, soughtBirth } from '../../../contract/search/people.ts'
import { phoneDigits, phonePart, searchTerms, testsOf, waysIn, within } from '../../ground/db/search/terms.ts'
import { mayBeBornIn, mayBeBornOn } from './birth.ts'
import type { AlikeWord } from './similar-names.ts'

type Sql = RawBuilder<unknown>

const family = sql`patient.last_name_key`
const given = sql`patient.first_name_key`
const mrn = sql`patient.mrn`

const is = (column: Sql) => (text: Sql) => sql<SqlBool>`${column} = ${text}`
/** By an index in PostgreSQL's own order of letters: what begins so ends before what is behind every letter. */
const begins = (column: Sql) => (text: Sql) =>
  sql<SqlBool>`(${column} >= ${text} and ${column} < ${text} || ${sql.lit('\u{10FFFF}')})`

/** The ways in which a patient can match a text. */
const ways = {
  id: (text: Sql) => sql<SqlBool>`patient.id = ${text}::uuid`,
  ids: (text: Sql) => sql<SqlBool>`patient.id = any (${text}::uuid[])`,
  born: mayBeBornOn,
  bornOn: (text: Sql) =>
    sql<SqlBool>`(patient.date_of_birth = ${text}::date and patient.birth_precision = 'DAY')`,
  bornInMonth: (text: Sql) => mayBeBornIn('month', text),
  bornInYear: (text: Sql) =>
    sql<SqlBool>`(patient.date_of_birth = ${text}::date and patient.birth_precision = 'YEAR')`,
  mrn: is(mrn),
  mrnBegins: begins(mrn),
  phoneEnds: begins(sql`phone_backwards(patient.contact_number) collate "C"`),
  email: is(sql`fold(patient.email) collate "C"`),
  family: is(family),
  familyBegins: begins(family),
  given: is(given),
  givenBegins: begins(given),
  word: waysIn(sql`name_words(${given} || ' ' || ${family})`).like,
  ...waysIn(sql`patient.search_text`),
}
export type Way = keyof typeof ways

/** A patient passes it by matching one of the texts in this way. */
type Test = readonly [way: Way, ...texts: string[]]
/** The patients who pass all of the tests. */
export type Rank = readonly Test[]

/** A search text, read once. */
export interface Sought {
  /** A patient is found by passing one of these. There is none if nothing was typed. */
  any: readonly Rank[]
  /** These stand before patients who match somewhere else. */
  ranks: readonly Rank[]
  /** The words of names, where somebody could have heard or typed them with a slip. */
  names: readonly string[]
}

const nothing: Sought = { any: [], ranks: [], names: [] }

export function soughtId(search: string): string | undefined {
  return /^\s*([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\s*$/i.exec(search)?.[1]?.toLowerCase()
}

export function readSought(search = ''): Sought {
  const [id, born, terms] = [soughtId(search), soughtBirth(search), searchTerms(search)]
  if (terms.length === 0) return nothing
  if (id) return { ...nothing, any: [[['id', id]]] }
  if (born?.length === 7) return { ...nothing, any: [[['bornInMonth', `${born}-01`]]] }
  // Patients whose day is known come first.
  if (born) return { ...nothing, any: [[['born', born]]], ranks: [[['bornOn', born]]] }
  const found = terms.flatMap(testsOf)
  const words = terms.map(fold)
  const ranks = ranksOfNumber(search, words)
  // A name has no word like a number or an address.
  const areNames = words.every((word) => /\p{L}/u.test(word) && !/[\d@]/.test(word))
  const [year] = /^(?:1[89]|20)\d\d$/.exec(search.trim()) ?? []
  if (year) return { ...nothing, any: [found, [['bornInYear', `${year}-01-01`]]], ranks }
  if (ranks.length > 0 || !areNames) return { ...nothing, any: [found], ranks }
  const isPlain = words.every((word) => /^[\p{L}\p{N}]+$/u.test(word))
  return {
    // O’Brien is found as O'Brien too, and a hyphen as a space.
    any: isPlain ? [found] : [found, haveWords(words)],
    ranks: ranksOfNames(words),
    names: likelyNames(words),
  }
}

/** Puts the patients who hold the text as an identifier before all others. */
export function withHolders(sought: Sought, ids: readonly string[]): Sought {
  if (ids.length === 0) return sought
  const held: Rank = [['ids', `{${ids.join()}}`]]
  return { ...sought, any: [...sought.any, held], ranks: [held, ...sought.ranks] }
}

/** Fewer digits than these are no end of a number that anybody knows. */
export const fewestOfPhone = 3

/** The ranks of an MRN, a phone number or an email; none if it is something else. */
function ranksOfNumber(search: string, [word = '', ...more]: readonly string[]): Rank[] {
  const digits = phoneDigits(search)
  if (digits !== undefined) {
    const ending = [...phonePart(digits)].toReversed()
    const phone: Rank[] = ending.length < fewestOfPhone ? [] : [[['phoneEnds', ending.join('')]]]
    return [[['mrn', `MRN${digits}`]], ...phone, [['mrnBegins', `MRN${digits}`]]]
  }
  if (more.length > 0) return []
  if (/^mrn\d*$/.test(word)) return [[['mrnBegins', word.toUpperCase()]]]
  return word.includes('@') ? [[['email', word]]] : []
}

/** More words than these are no name that begins with some of them: each is looked for by itself. */
const mostWords = 5

function ranksOfNames(words: readonly string[]): Rank[] {
  // All as one name first, and then parted between the family name and the given name, either before the other.
  const parted = words.slice(0, words.length > mostWords ? 1 : undefined).flatMap((_, at) => {
    const parts = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    return [parts.toReversed(), parts]
  })
  const test = (way: Way, text: string | undefined): Rank => (text ? [[way, text]] : [])
  const named = (ofFamily: Way, ofGiven: Way) =>
    parted.map(([last, first]) => [...test(ofFamily, last), ...test(ofGiven, first)])
  // Whole names first, or another exact hit could stand on the next page while Enter takes this one.
  return [...named('family', 'given'), ...named('familyBegins', 'givenBegins'), haveWords(words)]
}

/** The name has a word that begins like one of these. */
const hasWord = (...words: string[]): Test => ['word', ...words.map((word) => within(nameWords(word)))]
const haveWords = (words: readonly string[]): Rank => words.map((word) => hasWord(word))

function likelyNames(words: readonly string[]): string[] {
  const names = words.flatMap((word) => nameWords(word).split(' ')).filter(Boolean)
  // A dot at the end is an abbreviation; a dot within a word is an email address.
  const areWords = names.every((word) => /^[\p{L}\p{M}]+\.?$/u.test(word))
  return areWords && names.length <= mostWords && names.some((word) => word.length > 2) ? names : []
}

/** Patients whose name has, for each typed word, a word that begins with it or is like it; the most alike first. */
export function ranksOfLikeness(names: readonly string[], alike: readonly (readonly AlikeWord[])[]): Rank[] {
  const known = alike.map((words) => words.map(({ word }) => word))
  const [only = [], ...more] = known
  if (more.length === 0) return only.flatMap((word): Rank[] => [[['familyBegins', word]], [hasWord(word)]])
  return known.flat().length === 0 ? [] : [names.map((name, at) => hasWord(name, ...(known[at] ?? [])))]
}

/** Puts a text into a statement. */
const asItIs = (text: string): Sql => sql`${text}::text`
export type PutText = typeof asItIs

export function passes(rank: Rank, put = asItIs): RawBuilder<SqlBool> {
  return all(rank.map(([way, ...texts]) => either(texts.map((text) => ways[way](put(text))))))
}

/** The condition of what is found, on a table called `patient`. */
export function isSought({ any }: Sought, put = asItIs): RawBuilder<SqlBool> {
  return any.length > 0 ? either(any.map((rank) => passes(rank, put))) : sql`true`
}

export const all = (conditions: readonly Sql[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
const either = (conditions: readonly Sql[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

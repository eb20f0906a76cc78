import { sql } from 'kysely'
import { lettersOff } from '../../../contract/search/likeness.ts'
import type { Database } from '../../ground/db/connect.ts'

/** A word of a name that is like another one, and whether it sounds the same. */
export interface AlikeWord {
  word: string
  isHeard: boolean
}

/** The most names that one typed word is compared with. */
const most = 4
/** A sound of one letter is that of too many names. */
const shortestSound = 2

/** For each word, the words of names that are spelled or sound like it, the nearest first, without those that begin so. */
export async function alikeWords(db: Database, typed: readonly string[]): Promise<AlikeWord[][]> {
  const varied = typed.flatMap((of) => swapped(of).map((word) => ({ of, word })))
  const { rows } = await sql<AlikeWord & { place: number }>`
    select place::int, word, coalesce(sound = dmetaphone(typed) and length(sound) >= ${shortestSound}, false) as "isHeard"
    from unnest(${typed}::text[]) with ordinality asked (typed, place)
    cross join lateral (
      select word, sound from patient_name_word where word % typed
      union select word, sound from patient_name_word where sound = nullif(dmetaphone(typed), '')
      union select word, sound from patient_name_word where word = any (array(
        select varied from unnest(${varied.map(({ of }) => of)}::text[], ${varied.map(({ word }) => word)}::text[]) one (of, varied)
        where one.of = typed))
      limit 2000
    ) known
  `.execute(db)
  return typed.map((word, at) =>
    rows
      .filter((row) => row.place === at + 1 && !row.word.startsWith(word))
      .map((row) => ({ ...row, off: lettersOff(word, row.word) }))
      .filter(({ isHeard, off }) => off <= slips(word, isHeard))
      .toSorted((one, other) => one.off - other.off || (one.word < other.word ? -1 : 1))
      .slice(0, most),
  )
}

/** The word with two neighbouring letters changed over: 'smtih' shares too few letters in a row with 'smith' to be like it. */
function swapped(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((_, at) =>
    letters
      .with(at, letters[at + 1] ?? '')
      .with(at + 1, letters[at] ?? '')
      .join(''),
  )
}

/** How many letters a name may be off what was typed: more where it sounds the same. */
function slips({ length }: string, isHeard: boolean): number {
  if (length < 3) return 0
  return isHeard ? Math.floor(length / 2) : length < 6 ? 1 : 2
}

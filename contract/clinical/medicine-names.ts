import { fold } from '../fold.ts'
import content from './medicine-names.json' with { type: 'json' }

const split = (names: string) => names.split(' ')

/** Brands, older names and usual misspellings, each with the substances that it stands for. */
const otherNames = new Map(
  Object.entries(content.otherNames).flatMap(([substances, names]) =>
    split(names).map((name) => [name, substances] as const),
  ),
)
const known = new Set([...content.substances.flatMap(split), ...otherNames.keys()])

/** The class that may not be tolerated either, where `one` is not. */
export function crossesWith(one: string, other: string): boolean {
  return content.crossReactions.some((pair) => pair.includes(one) && pair.includes(other) && one !== other)
}

/** How many letters are missing, too many, wrong or swapped with the next (Damerau–Levenshtein, each place changed once). */
function distance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1]
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      next[at] = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = next
  }
  return last[other.length] ?? 0
}

const shortest = 6
/** One letter in a short name, two in a long one: more would take one medicine for another. */
const allowed = (length: number) => (length < 9 ? 1 : 2)

/** The known names that a word may be meant for; none where it is short, or known itself. */
function likeliest(word: string): string[] {
  if (word.length < shortest) return []
  let best = allowed(word.length)
  let names: string[] = []
  for (const name of known) {
    if (name[0] !== word[0] || name.length < shortest || Math.abs(name.length - word.length) > best) continue
    const away = distance(word, name)
    if (away > Math.min(best, allowed(name.length))) continue
    if (away < best) names = []
    best = away
    names.push(name)
  }
  return names
}

/** The substances that a folded word names, as spelt or as it was probably meant. Empty for an unknown word. */
export function substancesNamed(word: string): string[] {
  const single = word.replace(/s$/, '')
  const exact = [word, single].find((one) => known.has(one))
  return (exact ? [exact] : likeliest(single)).flatMap((name) => split(otherNames.get(name) ?? name))
}

/** Whether an unknown word is a misspelling of a name that isn't in our lists. */
export function isMisspelt(word: string, name: string): boolean {
  if (word.length < shortest || name.length < shortest || word[0] !== name[0] || known.has(word)) return false
  return distance(word, name) <= Math.min(allowed(word.length), allowed(name.length))
}

/** The substances that a text names by a brand, an older name or a wrong spelling: 'Amoxil' is amoxicillin. */
export function substancesOf(text: string): string[] {
  const words: readonly string[] = fold(text).match(/[\p{L}]{3,}/gu) ?? []
  return [...new Set(words.flatMap(substancesNamed))].filter((name) => !words.includes(name))
}

/** A text, folded, and what it means after it: 'penicilin (rash) penicillin'. */
export function spelledOut(text: string): string {
  return [fold(text), ...substancesOf(text)].join(' ')
}

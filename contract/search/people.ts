import { readTypedDay, readTypedPeriod } from '../days.ts'
import { fold } from '../fold.ts'

/** Searches for people, which mean the same in every search box. */

/** The words of it, folded: 'García, José' → 'garcia', 'jose'. A comma only separates: screens write 'RAO, Asha'. */
export function soughtWords(typed = ''): string[] {
  return fold(typed)
    .split(/[\s,]+/)
    .filter(Boolean)
}

/**
 * The day or month of birth that was typed instead of a name, in any form that people write. Digits alone are a number, and
 * with spaces or dashes they may be a part of a phone number.
 */
export function soughtBirth(typed = ''): string | undefined {
  if (/^\d+$/.test(typed.trim())) return undefined
  const born = readTypedDay(typed) ?? (/[a-z/]/i.test(typed) ? readTypedPeriod(typed) : undefined)
  // PostgreSQL knows no year 0.
  return born?.startsWith('0000') ? undefined : born
}

/** A folded name by its words, each after a space: a name of several words begins with each of them. */
export function nameWords(folded: string): string {
  return ` ${folded.replace(/[-'’]/g, ' ').trim()}`
}

/**
 * Whether each word that was typed begins a word of these names: who is found so stands before all others. The database
 * says the same by `name_words`.
 */
export function isBeginning(names: string, words: readonly string[]): boolean {
  const known = nameWords(fold(names))
  return words.every((word) => known.includes(nameWords(word)))
}

/** Puts those that match first, and keeps the order otherwise. */
export function beginningsFirst<One>(
  found: readonly One[],
  typed: string | undefined,
  namesOf: (one: One) => string,
): readonly One[] {
  const words = soughtWords(typed)
  if (words.length === 0) return found
  const begins = found.map((one) => isBeginning(namesOf(one), words))
  return [...found.filter((_, at) => begins[at]), ...found.filter((_, at) => !begins[at])]
}

/** Finds a person by what is known of their birth date, or by each word in their other details, which are folded. */
export function finderOf(typed: string | undefined) {
  const words = soughtWords(typed)
  const born = soughtBirth(typed)
  const year = words.join()
  return (known: string, bornOn?: string | null): boolean =>
    (bornOn && (bornOn === year || (born && (born.startsWith(bornOn) || bornOn.startsWith(born))))) ||
    words.every((word) => known.includes(word))
}

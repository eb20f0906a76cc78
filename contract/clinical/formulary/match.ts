import { fold } from '../../fold.ts'
import { substanceWords } from '../allergy-classes.ts'
import type { MedicationRoute } from '../medications.ts'
import { isMisspelt, substancesNamed } from '../medicine-names.ts'
import type { FormularyMedicine } from './formulary.ts'

/** Finds the formulary entry for a prescription. Brands and misspellings count as the substance. */

const wordsIn = (text: string) =>
  (fold(text).match(/\p{L}{3,}/gu) ?? []).map((word) => word.replace(/s$/, '').replace('sulph', 'sulf'))

/** The words that identify the substance. If every word names a salt, all of them: 'Potassium chloride'. */
function meaningOf(name: string): string[] {
  const words = substanceWords(name)
  if (words.length === 0) return wordsIn(name)
  const read = words.flatMap((word) => {
    const substances = substancesNamed(word)
    return substances.length > 0 ? substances : [word]
  })
  return [...new Set(read)]
}

/** 'Ibuprofen/paracetamol', 'Sitagliptin with metformin' */
const isCombination = (name: string) =>
  /\p{L}{4,}\s*(?:\/|\+|&|,|\b(?:and|with)\b)\s*\p{L}{4,}/u.test(fold(name))

interface Reading {
  words: readonly string[]
  /** The known substances among the words. */
  named: readonly string[]
  meaning: readonly string[]
  all: ReadonlySet<string>
  isCombination: boolean
}

/** Cached, because every key press compares the same names. */
const readings = new Map<string, Reading>()
function read(name: string): Reading {
  const known = readings.get(name)
  if (known) return known
  if (readings.size >= 2000) readings.clear()
  const words = wordsIn(name)
  const named = words.flatMap(substancesNamed)
  const meaning = meaningOf(name)
  const all = new Set([...words, ...named, ...meaning])
  const reading = { words, named, meaning, all, isCombination: isCombination(name) }
  readings.set(name, reading)
  return reading
}

function isNamed(entry: string, ordered: string): boolean {
  const sought = read(entry).meaning
  const { words, named, meaning, all, isCombination: isOfSeveral } = read(ordered)
  const isThere = (word: string) => all.has(word) || words.some((one) => isMisspelt(one, word))
  if (sought.length === 0 || !sought.every(isThere)) return false
  // With another substance in it, the dose is of both together and can't be compared with either.
  return named.every((name) => sought.includes(name)) && (!isOfSeveral || meaning.length === sought.length)
}

/** The entry that matches the most words. Between equals, one for this route comes before one for every route. */
export function medicineFor<Entry extends Pick<FormularyMedicine, 'name' | 'route' | 'maxDose'>>(
  { name, route }: { name: string; route: MedicationRoute | null },
  formulary: readonly Entry[],
): Entry | undefined {
  return formulary
    .filter((entry) => (entry.route === null || entry.route === route) && isNamed(entry.name, name))
    .toSorted(
      (one, other) =>
        read(other.name).meaning.length - read(one.name).meaning.length ||
        Number(one.route === null) - Number(other.route === null) ||
        one.maxDose - other.maxDose,
    )[0]
}

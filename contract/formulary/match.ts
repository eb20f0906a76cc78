import { substanceWords } from '../clinical/allergy-classes.ts'
import type { MedicationRoute } from '../clinical/medications.ts'
import { isMisspelt, substancesNamed } from '../clinical/medicine-names.ts'
import { fold } from '../fold.ts'
import type { FormularyMedicine } from './formulary.ts'

/** Which medicine of the formulary a prescription names: brands and misspellings count as the substance. */

const wordsIn = (text: string) =>
  (fold(text).match(/\p{L}{3,}/gu) ?? []).map((word) => word.replace(/s$/, '').replace('sulph', 'sulf'))

/** The words that say which substance it is; all of them where each is one of salts: 'Potassium chloride'. */
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
  /** The known substances among them. */
  named: readonly string[]
  meaning: readonly string[]
  all: ReadonlySet<string>
  isCombination: boolean
}

/** The same names are compared at every key that is pressed. */
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
  // Another substance beside it: the dose is of both, and compares with neither.
  return named.every((name) => sought.includes(name)) && (!isOfSeveral || meaning.length === sought.length)
}

/** The entry that says most, one for this route before one for every route; undefined where there is none. */
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

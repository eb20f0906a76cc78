import { fold } from '../fold.ts'
import type { Allergen } from './allergen.ts'
import { crossesWith, spelledOut, substancesOf } from './medicine-names.ts'

/** Medicines that somebody who can't tolerate one of them may not tolerate either, and how people write them. */
interface MedicineClass {
  /** As a sentence goes on with it: 'one of the penicillins'. */
  readonly name: string
  /** Finds class words, international names and the commonest brands, in a folded text. */
  readonly words: RegExp
}

/**
 * Groups after the WHO's ATC/DDD index 2024 (https://atcddd.fhi.no/atc_ddd_index/), whose codes stand beside them; names
 * by their international stems (WHO, 'The use of stems in the selection of INN', 2018). It finds what names say, after
 * brands and misspellings are read as their substances (medicine-names.json).
 */
export const medicineClasses: readonly MedicineClass[] = [
  // J01C
  {
    name: 'penicillins',
    words: /\w*cillins?\b|\bco-?amoxiclav|\bclavulan|\baugmentin|\btazocin|\bbeta-?lactam/,
  },
  // J01DB–J01DE
  { name: 'cephalosporins', words: /\bcef[a-z]{4,}|\bcepha[a-z]+|\bbeta-?lactam/ },
  // J01DH
  { name: 'carbapenems', words: /\w+penems?\b|\bbeta-?lactam/ },
  // J01EB–J01EE
  { name: 'sulfonamides', words: /\bsul(f|ph)(a(?!te)|on(?!yl))\w*|\bco-?trimoxazole|\bseptrin|\bbactrim/ },
  // J01EA, J01EE
  { name: 'trimethoprim', words: /\btrimethoprim|\bco-?trimoxazole|\bseptrin|\bbactrim/ },
  // J01FA
  { name: 'macrolides', words: /\bmacrolides?|\w+thromycin/ },
  // J01MA
  { name: 'quinolones', words: /\w*quinolones?\b|\w+floxacin/ },
  // J01AA
  { name: 'tetracyclines', words: /\b(tetra|doxy|mino|lyme|oxytetra|deme?clo|tige)cyclines?/ },
  // J01G
  {
    name: 'aminoglycosides',
    words: /\baminoglycosides?|\b(genta|tobra|netil)m[iy]cin|\bamikacin|\bneomycin|\bstreptomycin/,
  },
  // M01A, N02BA, B01AC06
  {
    name: 'NSAIDs',
    words:
      /\bnsaids?\b|\bnon-?steroidal|\banti-?inflammator|\w+profen\b|\bnaproxen|\bdiclofenac|\bindomet|\bketorolac|\w+oxicam\b|\w+coxib\b|\bmefenamic|\baspirin|\bacetylsalicyl/,
  },
  // N02A, N01AH
  {
    name: 'opioids',
    words:
      /\bopioids?|\bopiates?|\w*morphin|\w*codeine|\w*codone\b|\bco-?codamol|\w+fentanil|\bfentanyl|\btramadol|\btapentadol|\bmethadone|\bpethidine|\bmeperidine|\w*morphone/,
  },
  // C09A, C09B
  { name: 'ACE inhibitors', words: /\bace[ -]?inhibitors?|\b(?!april)[a-z]{3,}pril(at)?\b/ },
  // C10AA
  { name: 'statins', words: /\bstatins?\b|\w+vastatin/ },
  // N01B
  {
    name: 'local anaesthetics',
    words:
      /\blocal ana?esthetics?|\b(lido|bupi?va|levobupiva|ropiva|prilo|mepiva|articaine|tetra|pro|benzo)caine|\blignocaine/,
  },
  // B01AB
  { name: 'heparins', words: /\bheparins?|\w+parin\b/ },
  // N05BA, N05CD
  { name: 'benzodiazepines', words: /\bbenzodiazepines?|\w+azepam\b|\w+azolam\b/ },
  // V08A
  {
    name: 'iodinated contrast media',
    words: /\biodinated|\bcontrast (medium|media|dye)|\bio(hexol|pamidol|dixanol|promide|meprol|versol)/,
  },
]

/** Words of names that say nothing about the substance. */
const unspecific = new Set(
  `with without and acid sodium potassium calcium magnesium hydrochloride sulfate sulphate phosphate chloride acetate tablet
  capsule injection infusion solution suspension syrup cream ointment gel drop spray inhaler ampoule vial syringe prefilled
  nebuliser patch oral modified release tartrate maleate mesilate citrate units unit international micrograms microgram
  daily other concentrate emulsion powder strength`.split(/\s+/),
)

/** The words of a name that say which substance it is; a plural is its singular. */
export function substanceWords(text: string): string[] {
  const words = fold(text).match(/[\p{L}]{4,}/gu) ?? []
  return words.map((word) => word.replace(/s$/, '')).filter((word) => !unspecific.has(word))
}

const shareWord = (one: string, other: string) => {
  const words = new Set(substanceWords(one))
  return substanceWords(other).some((word) => words.has(word))
}

/** Whether two names are of one medicine, as far as names say it: 'amoxicillin' and 'Amoxicillin 500 mg'. */
export function isSameMedicine(one: string, other: string): boolean {
  return fold(one.trim()) === fold(other.trim()) || shareWord(spelledOut(one), spelledOut(other))
}

export interface AllergyMatch {
  /** What is recorded: 'Penicillin'. */
  allergy: string
  /** Why it is thought to be that: 'penicillins', or null where the substance is named itself. */
  group: string | null
  /** The class of what is recorded, where it is another one whose allergy often goes with the group's. */
  crosses?: string
}

/**
 * What is recorded of a patient's allergies that a medicine may be: entries, and parts of what was reported. A name is
 * matched by the substance that it says and by its class. A false alarm costs a sentence, so no report is read as a denial.
 */
export function allergyMatches(
  medicine: string,
  { allergens }: { allergens: readonly Pick<Allergen, 'substance' | 'isNoneKnown' | 'certainty'>[] },
): AllergyMatch[] {
  const recorded = allergens.flatMap(({ substance, isNoneKnown, certainty }) => {
    if (isNoneKnown) return []
    return certainty === 'REPORTED' ? substance.split(/[;,\n.](?![^(]*\))/) : [substance]
  })
  const name = spelledOut(medicine)
  const groups = medicineClasses.filter(({ words }) => words.test(name))
  const matches: AllergyMatch[] = []
  for (const allergy of recorded.map((one) => one.trim())) {
    if (!allergy || matches.some((match) => fold(match.allergy) === fold(allergy))) continue
    const recordedName = spelledOut(allergy)
    const match = shareWord(medicine, allergy)
      ? { group: null }
      : (classMatch(groups, recordedName) ?? (shareWord(name, recordedName) && { group: null }))
    if (match) matches.push({ allergy, ...match })
  }
  return matches
}

/** The class that a medicine and an allergy share; failing that, two between which reactions cross. */
function classMatch(groups: readonly MedicineClass[], allergy: string): Omit<AllergyMatch, 'allergy'> | null {
  const shared = groups.find(({ words }) => words.test(allergy))
  if (shared) return { group: shared.name }
  const recorded = medicineClasses.filter(({ words }) => words.test(allergy))
  for (const { name } of groups) {
    const crossed = recorded.find((one) => crossesWith(one.name, name))
    if (crossed) return { group: name, crosses: crossed.name }
  }
  return null
}

const between = '; '

/** What a medicine is given against, as its entry keeps it. */
export const givenAgainst = (matches: readonly AllergyMatch[]) =>
  matches.map(({ allergy }) => allergy).join(between)

/** What matches and is not among what a medicine was given against, with a reason; that is null where there was none. */
export function unanswered(matches: readonly AllergyMatch[], against: string | null): AllergyMatch[] {
  // Not parted: a substance may hold what stands between two.
  const within = (text: string) => between + fold(text) + between
  return matches.filter(({ allergy }) => !within(against ?? '').includes(within(allergy)))
}

/** 'Recorded allergy: Penicillin. Amoxil is read as amoxicillin. Amoxil is one of the penicillins.' */
export function matchWords(medicine: string, matches: readonly AllergyMatch[]): string {
  const name = medicine.trim()
  const substances = substancesOf(name).join(' and ')
  const groups = [...new Set(matches.flatMap(({ group }) => group ?? []))].join(' and ')
  const crossing = new Set(
    matches.flatMap(({ group, crosses }) =>
      crosses ? `An allergy to ${crosses} can go with one to ${group}.` : [],
    ),
  )
  return [
    `Recorded allergy: ${givenAgainst(matches)}.`,
    substances && `${name} is read as ${substances}.`,
    groups && `${name} is one of the ${groups}.`,
    ...crossing,
  ]
    .filter(Boolean)
    .join(' ')
}

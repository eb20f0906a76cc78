import { fold } from '../fold.ts'
import type { Allergen } from './allergen.ts'
import { crossesWith, spelledOut, substancesOf } from './medicine-names.ts'

/** Medicines that somebody who can't tolerate one of them may not tolerate either, and how people write them. */
interface MedicineClass {
  /** As a sentence goes on with it: 'one of the penicillins'. */
  readonly name: string
  /** Finds class words, international names and the commonest brands anywhere in a folded text. It is for `test` alone. */
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
    words:
      /cillin|\bpen[ -]?(v|vk|vee|g)\b|\bco-?(amoxiclav|fluampicil)|\bclavulan|\b(sul|tazo)bactam|\btazocin|\bbeta-?lactam/,
  },
  // J01DB–J01DE, J01DI
  { name: 'cephalosporins', words: /\bcef[a-z]{4,}|\bceph[a-z]{4,}|\bbeta-?lactam/ },
  // J01DH
  { name: 'carbapenems', words: /\wpenems?\b|\bbeta-?lactam/ },
  // J01EB–J01EE, D06BA, S01AB, A07EC01, P01BD51
  { name: 'sulfonamides', words: /\bsul(f|ph)(a(?!te)|on(?!yl))|\bco-?trimoxazole|\bseptrin|\bbactrim/ },
  // J01EA, J01EE
  { name: 'trimethoprim', words: /\btrimethoprim|\bco-?trimoxazole|\bseptrin|\bbactrim/ },
  // J01FA
  { name: 'macrolides', words: /\bmacrolide|\wthromycin|\b(spira|josa|mideca)mycin|\bz-?pak\b/ },
  // J01MA
  { name: 'quinolones', words: /quinolones?\b|\wfloxacin/ },
  // J01AA
  { name: 'tetracyclines', words: /\wcyclines?\b/ },
  // J01G
  {
    name: 'aminoglycosides',
    words: /\baminoglycoside|\b(genta|tobra|netil)m[iy]cin|\bamikacin|\b(neo|kana|strepto)mycin/,
  },
  // M01A, N02BA, B01AC06
  {
    name: 'NSAIDs',
    words:
      /\bnsaids?\b|\bnon-?steroidal|\banti-?inflammator|\wprofen\b|\bnaproxen|\wfenac\b|\wfenamic|\bindomet|\bketorolac|\betodolac|\bnabumetone|\bsulindac|\woxicam\b|\wcoxib\b|\baspirin|\bacetylsalicyl|\bdiflunisal|salicylate/,
  },
  // N02A, N01AH, N07BC, R05DA
  {
    name: 'opioids',
    words:
      /\bopioid|\bopiate|morphin|codeine|codone\b|\bco-?(codamol|codaprin|dydramol|proxamol)|\bnurofen plus|\wfentanil|\bfentanyl|\btramadol|\btapentadol|\bmethadone|\bpethidine|\bmeperidine|morphone|norphine|propoxyphene|\bdipipanone|\bpentazocine|\bnalbuphine|\bbutorphanol|\bmeptazinol|\bpholcodine/,
  },
  // C09A, C09B
  { name: 'ACE inhibitors', words: /\bace[ -]?inhibitor|\b(?!april)[a-z]{3,}pril(at)?\b/ },
  // C10AA
  { name: 'statins', words: /\bstatins?\b|\wvastatin/ },
  // N01B
  { name: 'local anaesthetics', words: /\blocal ana?esthetic|\wcaines?\b/ },
  // B01AB
  { name: 'heparins', words: /\bheparin|\wparin\b/ },
  // N05BA, N05CD, N03AE
  {
    name: 'benzodiazepines',
    words: /\bbenzodiazepine|\wazepam\b|\wazolam\b|\bclobazam|\bchlordiazepoxide/,
  },
  // V08A
  {
    name: 'iodinated contrast media',
    words:
      /\biodinated|\bcontrast (medium|media|dye)|\bio(hexol|pamidol|dixanol|promide|meprol|versol|bitridol)|\b(amido|dia)trizo/,
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
  /** The recorded allergy: 'Penicillin' */
  allergy: string
  /** Why it is thought to be that: 'penicillins', or null where the substance is named itself. */
  group: string | null
  /** The class of what is recorded, where it is another one whose allergy often goes with the group's. */
  crosses?: string
}

/**
 * The patient's recorded allergies that a medicine may match: entries, and parts of reports. A name is matched by its
 * substance and by its class. A false alarm costs a sentence, so no report is read as a denial.
 */
export function allergyMatches(
  medicine: string,
  { allergens }: { allergens: readonly Pick<Allergen, 'substance' | 'isNoneKnown' | 'certainty'>[] },
): AllergyMatch[] {
  const recorded = allergens
    .filter(({ isNoneKnown }) => !isNoneKnown)
    .flatMap(({ substance, certainty }) =>
      certainty === 'REPORTED' ? substance.split(/[;,\n.](?![^(]*\))/) : [substance],
    )
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

/** The allergies despite which a medicine is given, as its entry stores them. */
export const givenAgainst = (matches: readonly AllergyMatch[]) =>
  matches.map(({ allergy }) => allergy).join(between)

/** The matches that are not among the allergies for which a reason was given. `against` is null if there were none. */
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

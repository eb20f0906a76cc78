import type { Patient } from '../people/patients.ts'
import { type Allergen, type Certainty, noneKnown, type Severity } from './allergen.ts'

export const severityNames: Record<Severity, string> = {
  MILD: 'Mild',
  MODERATE: 'Moderate',
  SEVERE: 'Severe',
}
export const certaintyNames: Record<Certainty, string> = {
  REPORTED: 'To be confirmed by a doctor',
  SUSPECTED: 'Suspected',
  CONFIRMED: 'Confirmed',
}

export type AllergyState = 'known' | 'none known' | 'not recorded'

/** The list of somebody's allergies, the worst first. */
export type KnownAllergies = Pick<Patient, 'allergens'>

/** Saying that none is known is a statement; an empty list is not. */
export function allergyState({ allergens }: KnownAllergies): AllergyState {
  if (allergens.length === 0) return 'not recorded'
  return allergens.every(({ isNoneKnown }) => isNoneKnown) ? 'none known' : 'known'
}

/** Whether a doctor has confirmed that none is known. */
export function isNoneConfirmed({ allergens }: KnownAllergies): boolean {
  return allergens.some(({ isNoneKnown, certainty }) => isNoneKnown && certainty !== 'REPORTED')
}

/** One entry as the field `allergies` says it: 'Penicillin (severe): swollen face', or what was reported as it was said. */
export function allergenSaid({ substance, reaction, severity }: Omit<Allergen, 'certainty'>): string {
  const how = severity ? ` (${severityNames[severity].toLowerCase()})` : ''
  return `${substance}${how}${reaction ? `: ${reaction.replaceAll(';', ',')}` : ''}`
}

/** An allergy with its state: 'Latex, to be confirmed' */
export function allergenWords(allergen: Allergen): string {
  const said = allergen.isNoneKnown ? noneKnown : allergenSaid(allergen)
  return allergen.certainty === 'REPORTED' ? `${said}, to be confirmed` : said
}

/** The list in one text, as paper and exports have it. Null for an empty one. */
export function allergyWords({ allergens }: KnownAllergies): string | null {
  return allergens.map(allergenWords).join('; ') || null
}

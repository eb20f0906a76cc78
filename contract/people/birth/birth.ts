import { spokenDay } from '../../spoken.ts'
import { ageOn, type Patient } from '../patients.ts'

/**
 * Writes dates of birth and ages, also where only the month or the year is known (record 100).
 */

export type Birth = Pick<Patient, 'dateOfBirth' | 'birthPrecision'>

const known = { DAY: 10, MONTH: 7, YEAR: 4 }

/** The known part of it, as ISO 8601 writes it: '1984-05-12', '1984-05' or '1984'. */
export function knownBirth({ dateOfBirth, birthPrecision }: Birth): string {
  return dateOfBirth.slice(0, known[birthPrecision])
}

/** '12 May 1984', 'May 1984' or '1984' */
export function birthWords(birth: Birth): string {
  return spokenDay(knownBirth(birth))
}

/** Whether the age can be a year less than from the first day that is possible: not sure of the birthday. */
export function isAgeUnsure(birth: Birth, day: string): boolean {
  return birth.birthPrecision !== 'DAY' && day.startsWith(knownBirth(birth).slice(4), 4)
}

/** '34 years', 'about 34 years'; a child in its first year is 'under 1 year'. */
export function ageWords(birth: Birth, day: string): string {
  const age = ageOn(day, birth.dateOfBirth)
  if (age < 1) return 'under 1 year'
  return `${isAgeUnsure(birth, day) ? 'about ' : ''}${age} year${age === 1 ? '' : 's'}`
}

/** The least that the age can be, in years: by the last day that is possible. Rules for children go by it. */
export function youngestOn(day: string, birth: Birth): number {
  const from = knownBirth(birth)
  return ageOn(day, from + 'YYYY-12-31'.slice(from.length))
}

import { readTypedDay } from '../../../../contract/days.ts'
import { ageOfMajority } from '../../../../contract/people/contact-form.ts'
import { ageOn } from '../../../../contract/people/patients.ts'

/** Whether a patient is under 18 on a day. `dateOfBirth` may still be being typed. */
export function isMinor(dateOfBirth: string, today: string): boolean {
  const born = readTypedDay(dateOfBirth)
  return born !== undefined && born !== null && born <= today && ageOn(today, born) < ageOfMajority
}

import { type Birth, youngestOn } from '../../../../contract/people/birth/birth.ts'
import { ageOfMajority } from '../../../../contract/people/contact-form.ts'

/** Whether a patient may be under 18 on a day. The date of birth may still be being typed. */
export function isMinor(birth: Birth, today: string): boolean {
  return birth.dateOfBirth <= today && youngestOn(today, birth) < ageOfMajority
}

import { fold } from '../../../contract/fold.ts'
import { knownBirth } from '../../../contract/people/birth/birth.ts'
import { shortIdentifier } from '../../../contract/people/identifier-rules.ts'
import type { FoundBy, Patient } from '../../../contract/people/patients.ts'
import { nameWords, soughtBirth, soughtWords } from '../../../contract/search/people.ts'
import { phoneDigits, phonePart, searchTerms } from '../../ground/db/search/terms.ts'
import type { FoundIdentifier } from '../identifier-systems/public.ts'
import { fewestOfPhone, soughtId } from './patient-search.ts'
import type { AlikeWord } from './similar-names.ts'

type Known = Pick<
  Patient,
  'id' | 'mrn' | 'firstName' | 'lastName' | 'dateOfBirth' | 'birthPrecision' | 'contactNumber' | 'email'
>

/** The fewest last digits of a phone number that tell people apart. */
const enoughOfPhone = 4

/**
 * How a search found a patient who matches it (not one who is only similar). Reads the search text once for all
 * patients. `held`: the identifiers by which it found some.
 */
export function foundBy(
  search: string,
  held: ReadonlyMap<string, FoundIdentifier>,
): (patient: Known) => FoundBy {
  const otherwise = foundOtherwise(search)
  return (patient) => {
    const identifier = held.get(patient.id)
    if (!identifier) return otherwise(patient)
    return { match: 'exact', because: shortIdentifier(identifier.system, identifier.value) }
  }
}

function foundOtherwise(search: string): (patient: Known) => FoundBy {
  if (soughtId(search)) return () => ({ match: 'exact', because: null })
  const born = soughtBirth(search)
  if (born)
    return (patient) => ({
      match: knownBirth(patient) === born ? 'exact' : 'part',
      because: 'date of birth',
    })
  const terms = searchTerms(search).map(fold)
  const isExact = exactly(search)
  return (patient) => {
    const names = [patient.firstName, patient.lastName].map(fold) as [string, string]
    const reasons = terms.map((term) => reasonFor(term, patient, names))
    const said = [...new Set(reasons.filter((reason) => reason !== null))]
    return {
      match: isExact(patient, names) ? 'exact' : 'part',
      because: said.length > 0 ? said.join(', ') : null,
    }
  }
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The part of the record that contains the folded term; null if the name shows it. */
function reasonFor(
  term: string,
  { mrn, contactNumber, email, ...born }: Known,
  [first, last]: readonly [string, string],
): string | null {
  if (nameWords(`${first} ${last} ${first}`).includes(nameWords(term).trim())) return null
  const [phone, number] = [digitsOf(contactNumber), digitsOf(mrn)]
  const ways: [boolean, string][] = [
    [fold(mrn) === term || number === term, `MRN is ${mrn}`],
    [isNumber(term) && term.length >= fewestOfPhone && phone.endsWith(term), `phone ends ${term}`],
    [
      fold(mrn).startsWith(term) || (isNumber(term) && number.startsWith(term)),
      digitsOf(term) ? `MRN begins ${digitsOf(term)}` : `MRN ${mrn}`,
    ],
    [isNumber(term) && phone.includes(term), `phone has ${term}`],
    [isNumber(term) && number.includes(term), `MRN has ${term}`],
    [knownBirth(born) === term, 'date of birth'],
    [fold(contactNumber).includes(term), `phone ${contactNumber}`],
  ]
  const [, reason] = ways.find(([holds]) => holds) ?? []
  return reason ?? (email ? `e-mail ${email}` : null)
}

const isNumber = (term: string) => /^\d+$/.test(term)

/**
 * Whether what was typed is the whole of a number or of a name, so that somebody means this patient by it: the whole MRN,
 * e-mail or phone number, or its last digits; the family name, the given name, or both. A given name counts too, because
 * somebody who types 'malik' can mean MALIK, Omar as well as ADAMS, Malik.
 */
function exactly(search: string) {
  const digits = phoneDigits(search)
  if (digits !== undefined) {
    const known = phonePart(digits)
    return ({ mrn, contactNumber }: Known) =>
      digitsOf(mrn) === digits || (known.length >= enoughOfPhone && digitsOf(contactNumber).endsWith(known))
  }
  const typed = nameWords(soughtWords(search).join(' '))
  return ({ mrn, email }: Known, names: readonly [string, string]) => {
    const [first, last] = names.map((name) =>
      name
        .split(/[\s,]+/)
        .filter(Boolean)
        .join(' '),
    )
    return [fold(mrn), fold(email ?? ''), last, first, `${first} ${last}`, `${last} ${first}`].some(
      (whole) => whole !== '' && nameWords(whole ?? '') === typed,
    )
  }
}

/** How a patient was found by names that are like those that were typed. */
export function foundAlike(
  search: string,
  typed: readonly string[],
  alike: readonly (readonly AlikeWord[])[],
  { firstName, lastName }: Known,
): FoundBy {
  const names = nameWords(fold(`${firstName} ${lastName}`))
  const isHeard = typed.every((word, at) => {
    if (names.includes(nameWords(word))) return true
    return alike[at]?.some((known) => known.isHeard && names.includes(nameWords(known.word))) ?? false
  })
  return { match: 'alike', because: `${isHeard ? 'sounds' : 'spelled'} like ${search.trim()}` }
}

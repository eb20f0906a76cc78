import type { Allergen } from '../../contract/clinical/allergen.ts'
import { allergenSaid } from '../../contract/clinical/allergy-words.ts'
import { dayText } from './calendar.ts'
import { districts, mailDomains, nameGroups, recordedAllergies, streets, toldAllergies } from './content.ts'
import type { Row } from './load.ts'
import { historyOf, personAt } from './people.ts'
import { firstMrn, kinds, type Population, registeredAt } from './population.ts'
import { type Random, randomFrom } from './random.ts'

const bloodGroups = [
  ['O+', 34],
  ['A+', 26],
  ['B+', 16],
  ['AB+', 5],
  ['O-', 4],
  ['A-', 3.5],
  ['B-', 1.5],
  ['AB-', 0.5],
  [null, 9.5],
] as const
const groupWeights = nameGroups.map((group) => [group, group.share] as const)

/** One patient as a row. */
export function describePatient(population: Population, index: number): Row {
  const { seed, today } = population
  const random = randomFrom(seed, kinds.patient, index)
  const person = personAt(population, index)
  const { gender } = person
  const group = random.weigh(groupWeights)
  const isWoman = gender === 'FEMALE' || (gender === 'OTHER' && random.chance(0.5))
  const first = random.pick(isWoman ? group.women : group.men)
  const family = random.pick(group.families)
  const moment = new Date(registeredAt(population, index)).toISOString()
  const year = Number(dayText(today).slice(0, 4))
  const history = historyOf(population, person).map(({ condition, years }) =>
    condition.text.replace('{year}', String(year - years)),
  )
  return {
    id: person.id,
    mrn_number: firstMrn + index,
    first_name: random.chance(0.03) ? `${first} ${random.pick(isWoman ? group.women : group.men)}` : first,
    last_name: random.chance(0.02) ? `${family}-${random.pick(random.pick(nameGroups).families)}` : family,
    date_of_birth: dayText(person.birth),
    gender,
    contact_number: phoneNumber(random),
    email: random.chance(today - person.birth < 80 * 365 ? 0.72 : 0.3)
      ? mailAddress(random, first, family)
      : null,
    address: `${random.between(1, 240)} ${random.pick(streets)}${random.chance(0.25) ? `, Flat ${random.between(1, 48)}` : ''}, ${random.pick(districts)}`,
    blood_group: random.weigh(bloodGroups),
    ...listed(allergiesOf(seed, index)),
    medical_history: history.join('\n') || null,
    created_at: moment,
    updated_at: moment,
  }
}

/** What the desk was told of the patient's allergies (nothing, none, or which), and what doctors recorded since. */
export function allergiesOf(seed: number, index: number): Allergen[] {
  const random = randomFrom(seed, kinds.allergy, index)
  const state = random.next()
  const named = [random.pick(toldAllergies), ...(random.chance(0.2) ? [random.pick(toldAllergies)] : [])]
  const isNoneKnown = state < 0.74
  const told = state < 0.33 ? [] : isNoneKnown ? ['No known allergies'] : [...new Set(named)]
  return [
    ...told.map((substance) => ({
      substance,
      isNoneKnown,
      reaction: null,
      severity: null,
      certainty: 'REPORTED' as const,
    })),
    ...entriesOf(random),
  ]
}

/** Of most nothing, of some one or two entries. */
export function entriesOf(random: Random): Allergen[] {
  if (!random.chance(0.12)) return []
  const found = [
    random.pick(recordedAllergies),
    ...(random.chance(0.2) ? [random.pick(recordedAllergies)] : []),
  ]
  return [...new Set(found)]
}

const ranks = { SEVERE: 0, MODERATE: 2, MILD: 3 }
const rankOf = ({ severity, substance }: Allergen) =>
  severity
    ? ranks[severity]
    : /anaphyla|adrenaline|epinephrine|shock|collapse|severe/i.test(substance)
      ? 0
      : 1

/** What the record shows of them, as the database's triggers would keep it. */
function listed(all: readonly Allergen[]) {
  const known = all.filter(({ isNoneKnown }) => !isNoneKnown)
  const counting = (known.length > 0 ? known : all).toSorted((one, other) => rankOf(one) - rankOf(other))
  const allergies = counting.map(allergenSaid).join('; ') || null
  return { allergies, allergens: JSON.stringify(counting) }
}

/** 555 is nobody's exchange. */
function phoneNumber(random: Random): string {
  const area = `${random.between(2, 9)}${random.between(0, 8)}${random.below(10)}`
  const line = String(random.below(10_000)).padStart(4, '0')
  return random.weigh([
    [`+1 ${area} 555 ${line}`, 5],
    [`(${area}) 555-${line}`, 3],
    [`${area}-555-${line}`, 2],
  ])
}

export function mailAddress(random: Random, first: string, family: string): string {
  const person = random.weigh([
    [`${asciiOf(first)}.${asciiOf(family)}`, 6],
    [`${asciiOf(first)}${random.between(1, 99)}`, 2],
    [`${asciiOf(first).slice(0, 1)}.${asciiOf(family)}${random.between(1, 99)}`, 2],
  ])
  return `${person}@${random.pick(mailDomains)}`
}

const asciiNames = new Map<string, string>()

export function asciiOf(name: string): string {
  let ascii = asciiNames.get(name)
  if (ascii === undefined) {
    ascii = name
      .replaceAll(/[łŁ]/g, 'l')
      .replaceAll(/[øØ]/g, 'o')
      .replaceAll(/[đĐ]/g, 'd')
      .replaceAll('ı', 'i')
      .replaceAll('ß', 'ss')
      .normalize('NFKD')
      .replaceAll(/[^a-zA-Z]/g, '')
      .toLowerCase()
    asciiNames.set(name, ascii)
  }
  return ascii
}

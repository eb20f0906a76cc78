import type pg from 'pg'
import type { Allergen } from '../../contract/clinical/allergen.ts'
import { allergenSaid } from '../../contract/clinical/allergy-words.ts'
import type { Practice } from './appointments.ts'
import { dayText } from './calendar.ts'
import { allergies, asciiOf, districts, figures, mailDomains, nameGroups, streets } from './content.ts'
import { copyRows } from './load.ts'
import { firstMrn, historyOf, type Population, personAt, registeredAt } from './people.ts'
import { kinds, type Random, randomFrom, uuidAt } from './random.ts'

const { addresses, bloodGroups, emails, phones } = figures
const groupWeights = nameGroups.map((group) => [group, group.share] as const)

export function describePatient(population: Population, index: number) {
  const { seed, today } = population
  const random = randomFrom(seed, kinds.patient, index)
  const person = personAt(population, index)
  const { id, gender, birth } = person
  const group = random.weigh(groupWeights)
  const isWoman = gender === 'FEMALE' || (gender === 'OTHER' && random.chance(0.5))
  const firstNames = isWoman ? group.women : group.men
  const [first, family] = [random.pick(firstNames), random.pick(group.families)]
  const createdAt = registeredAt(population, index)
  const year = Number(dayText(today).slice(0, 4))
  const history = historyOf(population, person).map(({ text, years }) => filled(text, { year: year - years }))
  const contact = contactOf(random, asciiOf(first), asciiOf(family))
  return {
    id,
    mrnNumber: firstMrn + index,
    firstName: random.chance(0.03) ? `${first} ${random.pick(firstNames)}` : first,
    lastName: random.chance(0.02) ? `${family}-${random.pick(random.pick(nameGroups).families)}` : family,
    dateOfBirth: birth,
    gender,
    ...contact,
    email: random.chance(today - birth < 80 * 365 ? 0.72 : 0.3) ? contact.email : null,
    bloodGroup: random.weigh(bloodGroups),
    ...listed(allergiesOf(seed, index)),
    medicalHistory: history.join('\n') || null,
    createdAt,
    updatedAt: createdAt,
  }
}

function contactOf(random: Random, first: string, last: string) {
  const values = {
    first,
    last,
    initial: first.slice(0, 1),
    number: random.between(1, 99),
    domain: random.pick(mailDomains),
    area: random.between(2, 9) * 100 + random.below(90),
    line: random.between(1000, 9999),
    house: random.between(1, 240),
    street: random.pick(streets),
    flat: random.between(1, 48),
    district: random.pick(districts),
  }
  const [contactNumber, email, address] = [phones, emails, addresses].map((templates) =>
    filled(random.weigh(templates), values),
  )
  return { contactNumber, email, address }
}

const filled = (template: string, values: Record<string, string | number>) =>
  template.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key]))

/** The entries of `describePatient`'s list: what reception was told on registration, and what doctors recorded since. */
export async function fillAllergies(client: pg.Client, hospital: Practice): Promise<void> {
  await copyRows(client, { allergy: rows() })

  function* rows() {
    const { seed, size, now, staff } = hospital
    for (let index = 0; index < size; index++) {
      const random = randomFrom(seed, kinds.allergyEntry, index)
      let recordedAt = registeredAt(hospital, index)
      for (const [place, entry] of allergiesOf(seed, index).entries()) {
        const isTold = entry.certainty === 'REPORTED'
        recordedAt += isTold ? 1 : Math.floor((now - recordedAt) * random.next())
        const recordedBy = isTold ? staff.receptionist : random.pick(staff.doctors)
        const id = uuidAt(seed, kinds.allergyEntry, index * 4 + place)
        yield { id, patientId: uuidAt(seed, kinds.patient, index), ...entry, recordedAt, recordedBy }
      }
    }
  }
}

/** What reception was told of the patient's allergies (nothing, none, or which), and what doctors recorded since. */
export function allergiesOf(seed: number, index: number): Allergen[] {
  const random = randomFrom(seed, kinds.allergy, index)
  const state = random.next()
  const named = oneOrTwo(random, allergies.told)
  const isNoneKnown = state < 0.74
  const told = state < 0.33 ? [] : isNoneKnown ? ['No known allergies'] : named
  const reported = { isNoneKnown, reaction: null, severity: null, certainty: 'REPORTED' as const }
  return [...told.map((substance) => ({ substance, ...reported })), ...entriesOf(random)]
}

/** What doctors recorded: nothing for most patients, one or two allergies for some. */
export const entriesOf = (random: Random) => (random.chance(0.12) ? oneOrTwo(random, allergies.recorded) : [])

function oneOrTwo<Item>(random: Random, list: readonly Item[]): Item[] {
  const first = random.pick(list)
  return [...new Set([first, random.chance(0.2) ? random.pick(list) : first])]
}

const ranks = { SEVERE: 0, MODERATE: 2, MILD: 3 }
const soundsSevere = /anaphyla|adrenaline|epinephrine|shock|collapse|severe/i
const rankOf = ({ severity, substance }: Allergen) =>
  severity ? ranks[severity] : soundsSevere.test(substance) ? 0 : 1

/** What the record shows of them, as the database's triggers would keep it. */
function listed(all: readonly Allergen[]) {
  const known = all.filter(({ isNoneKnown }) => !isNoneKnown)
  const allergens = (known.length > 0 ? known : all).toSorted((one, other) => rankOf(one) - rankOf(other))
  return { allergies: allergens.map(allergenSaid).join('; ') || null, allergens }
}

import type pg from 'pg'
import type { Allergen } from '../../contract/clinical/allergen.ts'
import { allergenSaid } from '../../contract/clinical/allergy-words.ts'
import { fold } from '../../contract/fold.ts'
import type { Practice } from './appointments.ts'
import { dayText } from './calendar.ts'
import kinds from './content/kinds.json' with { type: 'json' }
import {
  bloodGroups,
  districts,
  mailDomains,
  nameGroups,
  recordedAllergies,
  reportedAllergies,
  streets,
} from './content.ts'
import { copyRows } from './load.ts'
import { historyOf, personAt } from './people.ts'
import { firstMrn, type Population, registeredAt } from './population.ts'
import { type Random, randomFrom, uuidAt } from './random.ts'

const groupWeights = nameGroups.map((group) => [group, group.share] as const)

/** One patient as a row. */
export function describePatient(population: Population, index: number) {
  const { seed, today } = population
  const random = randomFrom(seed, kinds.patient, index)
  const person = personAt(population, index)
  const { id, gender, birth } = person
  const group = random.weigh(groupWeights)
  const isWoman = gender === 'FEMALE' || (gender === 'OTHER' && random.chance(0.5))
  const firstNames = isWoman ? group.women : group.men
  const first = random.pick(firstNames)
  const family = random.pick(group.families)
  const createdAt = registeredAt(population, index)
  const year = Number(dayText(today).slice(0, 4))
  const history = historyOf(population, person).map(({ text, years }) =>
    text.replace('{year}', String(year - years)),
  )
  return {
    id,
    mrnNumber: firstMrn + index,
    firstName: random.chance(0.03) ? `${first} ${random.pick(firstNames)}` : first,
    lastName: random.chance(0.02) ? `${family}-${random.pick(random.pick(nameGroups).families)}` : family,
    dateOfBirth: birth,
    gender,
    contactNumber: phoneNumber(random),
    email: random.chance(today - birth < 80 * 365 ? 0.72 : 0.3) ? mailAddress(random, first, family) : null,
    address: `${random.between(1, 240)} ${random.pick(streets)}${random.chance(0.25) ? `, Flat ${random.between(1, 48)}` : ''}, ${random.pick(districts)}`,
    bloodGroup: random.weigh(bloodGroups),
    ...listed(allergiesOf(seed, index)),
    medicalHistory: history.join('\n') || null,
    createdAt,
    updatedAt: createdAt,
  }
}

/** The entries of `describePatient`'s list: what reception was told on registration, and what doctors recorded since. */
export async function fillAllergies(client: pg.Client, hospital: Practice): Promise<void> {
  await copyRows(client, 'allergy', rows())

  function* rows() {
    const { seed, size, now, staff } = hospital
    for (let index = 0; index < size; index++) {
      const random = randomFrom(seed, kinds.allergyEntry, index)
      let recordedAt = registeredAt(hospital, index)
      for (const [place, entry] of allergiesOf(seed, index).entries()) {
        const isTold = entry.certainty === 'REPORTED'
        recordedAt += isTold ? 1 : Math.floor((now - recordedAt) * random.next())
        yield {
          id: uuidAt(seed, kinds.allergyEntry, index * 4 + place),
          patientId: uuidAt(seed, kinds.patient, index),
          ...entry,
          recordedAt,
          recordedBy: isTold ? staff.receptionist : random.pick(staff.doctors),
        }
      }
    }
  }
}

/** What reception was told of the patient's allergies (nothing, none, or which), and what doctors recorded since. */
export function allergiesOf(seed: number, index: number): Allergen[] {
  const random = randomFrom(seed, kinds.allergy, index)
  const state = random.next()
  const named = oneOrTwo(random, reportedAllergies)
  const isNoneKnown = state < 0.74
  const told = state < 0.33 ? [] : isNoneKnown ? ['No known allergies'] : named
  const reported = { isNoneKnown, reaction: null, severity: null, certainty: 'REPORTED' as const }
  return [...told.map((substance) => ({ substance, ...reported })), ...entriesOf(random)]
}

/** What doctors recorded: nothing for most patients, one or two allergies for some. */
export const entriesOf = (random: Random) => (random.chance(0.12) ? oneOrTwo(random, recordedAllergies) : [])

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

function mailAddress(random: Random, firstName: string, family: string): string {
  const [first, last] = [asciiOf(firstName), asciiOf(family)]
  const person = random.weigh([
    [`${first}.${last}`, 6],
    [`${first}${random.between(1, 99)}`, 2],
    [`${first.slice(0, 1)}.${last}${random.between(1, 99)}`, 2],
  ])
  return `${person}@${random.pick(mailDomains)}`
}

export const asciiOf = (name: string) => fold(name).replaceAll(/[^a-z]/g, '')

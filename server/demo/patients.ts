import type { Allergen } from '../../contract/clinical/allergen.ts'
import names from './content/names.json' with { type: 'json' }
import figures from './content/population.json' with { type: 'json' }
import { allergies, asciiOf } from './content.ts'
import { copyRows } from './load.ts'
import { firstRecordOf, historyOf, type Population, personAt, registeredAt } from './people.ts'
import { kinds, type Random, randomFrom, uuidAt } from './random.ts'
import type { Practice } from './staff.ts'

const { addresses, bloodGroups, emails, phones } = figures
const { districts, mailDomains, nameGroups, streets } = names
const groupWeights = nameGroups.map((group) => [group, group.share] as const)

export function describePatient(population: Population, index: number) {
  const first = firstRecordOf(index)
  const described = describeOnce(population, index, first)
  return first === index ? described : { ...described, ...typedAgain(described, index) }
}

/** The fields that reception typed differently the second time. */
function typedAgain({ firstName, lastName }: { firstName: string; lastName: string }, index: number) {
  const letters = [...firstName]
  const misspelled = [
    ...letters.slice(0, 1),
    ...letters.slice(2, 3),
    ...letters.slice(1, 2),
    ...letters.slice(3),
  ]
  const ways = [
    { firstName: lastName, lastName: firstName, email: null },
    { firstName: misspelled.join(''), email: null },
    { lastName: lastName.toUpperCase(), address: '14 Canal Street', email: null, bloodGroup: null },
    { contactNumber: '+1 555 010 7788', email: null },
  ]
  return ways[Math.floor(index / 120) % ways.length]
}

/** `first`: the index of the patient’s first record. */
function describeOnce(population: Population, index: number, first: number) {
  const { seed, today } = population
  const random = randomFrom(seed, kinds.patient, first)
  const person = personAt(population, index)
  const { gender, dateOfBirth } = person
  const group = random.weigh(groupWeights)
  const isWoman = gender === 'FEMALE' || (gender === 'OTHER' && random.chance(0.5))
  const firstNames = isWoman ? group.women : group.men
  const [given, family] = [random.pick(firstNames), random.pick(group.families)]
  const bloodGroup = random.among(bloodGroups)
  const history = historyOf(population, person).map(({ text }) => text)
  const contact = contactOf(random, asciiOf(given), asciiOf(family))
  return {
    ...person,
    mrnNumber: 1000 + index,
    firstName: random.chance(0.03) ? `${given} ${random.pick(firstNames)}` : given,
    lastName: random.chance(0.02) ? `${family}-${random.pick(random.pick(nameGroups).families)}` : family,
    ...contact,
    email: random.chance(today - dateOfBirth < 80 * 365 ? 0.72 : 0.3) ? contact.email : null,
    bloodGroup: bloodGroup === 'unknown' ? null : bloodGroup,
    medicalHistory: history.join('\n') || null,
    createdAt: registeredAt(population, index),
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
  const written = (templates: Record<string, number>) =>
    random.among(templates).replaceAll(/\{(\w+)\}/g, (_, key: keyof typeof values) => String(values[key]))
  return { contactNumber: written(phones), email: written(emails), address: written(addresses) }
}

/** The allergies reported on registration and recorded by doctors since, with the lists that triggers would keep. */
export async function fillAllergies(hospital: Practice): Promise<void> {
  await copyRows(hospital, { allergy: rows() })
  await hospital.client.query(`
    update patient set allergens = listed.allergens, allergies = allergy_sentence(listed.allergens)
    from (select patient_id, allergens_of(patient_id) as allergens from allergy group by patient_id) listed
    where patient_id = patient.id`)

  function* rows() {
    const { seed, size, now, staff } = hospital
    for (let index = 0; index < size; index++) {
      const patientId = uuidAt(seed, kinds.patient, index)
      const random = randomFrom(seed, kinds.allergy, index)
      let recordedAt = registeredAt(hospital, index)
      for (const entry of allergiesOf(seed, index)) {
        const isTold = entry.certainty === 'REPORTED'
        recordedAt += isTold ? 1 : Math.floor((now - recordedAt) * random.next())
        const recordedBy = isTold ? staff.receptionist : random.pick(staff.doctors)
        yield { patientId, ...entry, recordedAt, recordedBy }
      }
    }
  }
}

/** The patient's allergies as reported to reception (nothing, none, or which), and as recorded by doctors since. */
export function allergiesOf(seed: number, index: number): Allergen[] {
  const random = randomFrom(seed, kinds.allergyList, index)
  const state = random.next()
  const named = oneOrTwo(random, allergies.told)
  const isNoneKnown = state < 0.74
  const told = state < 0.33 ? [] : isNoneKnown ? ['No known allergies'] : named
  const reported = { isNoneKnown, reaction: null, severity: null, certainty: 'REPORTED' as const }
  return [...told.map((substance) => ({ substance, ...reported })), ...entriesOf(random)]
}

/** Allergies recorded by doctors: none for most patients, one or two for some. */
export const entriesOf = (random: Random) => (random.chance(0.12) ? oneOrTwo(random, allergies.recorded) : [])

function oneOrTwo<Item>(random: Random, list: readonly Item[]): Item[] {
  const first = random.pick(list)
  return [...new Set([first, random.chance(0.2) ? random.pick(list) : first])]
}

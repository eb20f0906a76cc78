import type { Allergen } from '../../contract/clinical/allergen.ts'
import { type CheckDigit, hasCheckDigit } from '../../contract/people/identifier-rules.ts'
import figures from './content/population.json' with { type: 'json' }
import registration from './content/registration.json' with { type: 'json' }
import { allergies, asciiOf, districts, mailDomains, nameGroups, streets } from './content.ts'
import { copyRows } from './load.ts'
import type { Population } from './people.ts'
import { ageOn, firstRecordOf, personAt, registeredAt, rowsOfPatients } from './people.ts'
import { kinds, type Random, randomFrom, uuidAt } from './random.ts'
import type { Practice } from './staff.ts'

const { identifierSystems, contactsOfAdults, women, men, unrelated, payers, plans } = registration
const groupWeights = nameGroups.map((group) => [group, group.share] as const)

/** A row of the patient at a place in the order of registration. */
export function describePatient(population: Population, index: number) {
  const firstRecord = firstRecordOf(index)
  const random = randomFrom(population.seed, kinds.patient, firstRecord)
  const person = personAt(population, index)
  const { gender, dateOfBirth } = person
  const group = random.weigh(groupWeights)
  const isWoman = gender === 'FEMALE' || (gender === 'OTHER' && random.chance(0.5))
  const firstNames = isWoman ? group.women : group.men
  const [given, family] = [random.pick(firstNames), random.pick(group.families)]
  const bloodGroup = random.among(figures.bloodGroups)
  const firstName = random.chance(0.03) ? `${given} ${random.pick(firstNames)}` : given
  const lastName = random.chance(0.02) ? `${family}-${random.pick(random.pick(nameGroups).families)}` : family
  const hasEmail = random.chance(population.today - dateOfBirth < 80 * 365 ? 0.72 : 0.3)
  const [first, last] = [asciiOf(given), asciiOf(family)]
  const mail = { first: [first], last: [last], initial: [first.slice(0, 1)], domain: mailDomains }
  return {
    ...person,
    mrnNumber: 1000 + index,
    firstName,
    lastName,
    contactNumber: random.written(random.among(figures.phones)),
    email: hasEmail ? random.written(random.among(figures.emails), mail) : null,
    address: random.written(random.among(figures.addresses), { street: streets, district: districts }),
    bloodGroup: bloodGroup === 'unknown' ? null : bloodGroup,
    ...(firstRecord !== index && typedAgain(index, firstName, lastName)),
  }
}

/** The fields that reception typed differently the second time. */
function typedAgain(index: number, firstName: string, lastName: string) {
  const way = Math.floor(index / 120) % registration.typedAgain.length
  const misspelled = firstName.replace(/^(.)(.)(.)/u, '$1$3$2')
  const names = [
    { firstName: lastName, lastName: firstName },
    { firstName: misspelled },
    { lastName: lastName.toUpperCase() },
  ]
  return { ...registration.typedAgain[way], ...names[way] }
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

/** Adds what reception knows beside a patient's own details: allergies, identifiers, contacts and coverage. */
export async function fillRegistrations(hospital: Practice): Promise<void> {
  const { client, seed, today, now, staff } = hospital
  await copyRows(hospital, {
    patient_contact: rowsOfPatients(hospital, kinds.toCall, contactsOf),
    payer: structuredClone(payers),
    coverage: rowsOfPatients(hospital, kinds.covered, coverageOf),
    allergy: rowsOfPatients(hospital, kinds.allergy, allergiesRecorded),
    identifier_system: structuredClone(identifierSystems),
    patient_identifier: rowsOfPatients(hospital, kinds.patientIdentifier, identifiersOf),
  })
  // The lists that triggers would keep.
  await client.query(`
    update patient set allergens = listed.allergens, allergies = allergy_sentence(listed.allergens)
    from (select patient_id, allergens_of(patient_id) as allergens from allergy group by patient_id) listed
    where patient_id = patient.id`)

  /** A parent or both for nearly every child, and somebody for every third adult. */
  function contactsOf(random: Random, index: number) {
    const isGuardian = ageOn(personAt(hospital, index), today) < 18
    if (!random.chance(isGuardian ? 0.95 : 0.35)) return []
    const { lastName } = describePatient(hospital, index)
    const parents = random.chance(0.3) ? ['MOTHER', 'FATHER'] : ['MOTHER']
    return (isGuardian ? parents : [random.among(contactsOfAdults)]).map((relationship, place) => {
      const group = random.pick(nameGroups)
      const isWoman = women.includes(relationship) || (!men.includes(relationship) && random.chance(0.5))
      const family = unrelated.includes(relationship) ? random.pick(group.families) : lastName
      const name = `${random.pick(isWoman ? group.women : group.men)} ${family}`
      const phone = random.written(random.among(figures.phones))
      return { name, relationship, phone, isEmergency: place === 0, isGuardian }
    })
  }

  /** Every fourth patient has cover. For one in six of them it has expired. */
  function coverageOf(random: Random) {
    if (!random.chance(0.25)) return []
    const payer = random.below(payers.length)
    const firstDay = today - random.between(30, 330)
    const validFrom = random.chance(1 / 6) ? firstDay - 365 : firstDay
    const memberNumber = random.written(payers[payer]?.memberNumber ?? '')
    const cover = { payerId: uuidAt(seed, kinds.payer, payer), memberNumber, plan: random.pick(plans) }
    return [{ ...cover, rank: 1, validFrom, validUntil: validFrom + 364 }]
  }

  /** The reported ones are from the registration, and the doctors’ from some time since. */
  function allergiesRecorded(random: Random, index: number) {
    let recordedAt = registeredAt(hospital, index)
    return allergiesOf(seed, index).map((entry) => {
      const isTold = entry.certainty === 'REPORTED'
      recordedAt += isTold ? 1 : Math.floor((now - recordedAt) * random.next())
      return { ...entry, recordedAt, recordedBy: isTold ? staff.receptionist : random.pick(staff.doctors) }
    })
  }

  function identifiersOf(random: Random, index: number) {
    const isFirstRecord = firstRecordOf(index) === index
    return identifierSystems.flatMap(({ pattern, checkDigit, share, isExclusive }, place) => {
      if (!isFirstRecord || !random.chance(share)) return []
      const systemId = uuidAt(seed, kinds.identifierSystem, place)
      return [{ systemId, isExclusive, value: identifierAt(index, pattern, checkDigit as CheckDigit | null) }]
    })
  }
}

/** No two patients have the same: the place is multiplied by a prime that divides no number of that many digits. */
function identifierAt(index: number, pattern: string, checkDigit: CheckDigit | null) {
  const places = pattern.split('#').length - (checkDigit ? 2 : 1)
  const number = 2 * 10 ** (places - 1) + ((index * 7_368_787) % (7 * 10 ** (places - 1)))
  const lettered = pattern.replaceAll('@', String.fromCharCode(65 + (index % 26)))
  const values = [...'0123456789'].map((check) => {
    const digits = [...String(number), check]
    return lettered.replaceAll('#', () => digits.shift() ?? '')
  })
  return values.find((value) => !checkDigit || hasCheckDigit(checkDigit, value))
}

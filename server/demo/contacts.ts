import type { Relationship } from '../../contract/people/contact-form.ts'
import payerContent from './content/payers.json' with { type: 'json' }
import { nameGroups } from './content.ts'
import { copyRows } from './load.ts'
import { describePatient } from './patients.ts'
import { ageOn, personAt, registeredAt } from './people.ts'
import { kinds, randomFrom, uuidAt } from './random.ts'
import type { Practice } from './staff.ts'

/** How often each is the contact of an adult. */
const adults: [Relationship, number][] = [
  ['SPOUSE', 9],
  ['DAUGHTER', 4],
  ['SON', 4],
  ['SISTER', 2],
  ['BROTHER', 2],
  ['FRIEND', 1],
  ['NEIGHBOUR', 1],
]
const women: readonly Relationship[] = ['DAUGHTER', 'SISTER', 'MOTHER']
const men: readonly Relationship[] = ['SON', 'BROTHER', 'FATHER']
/** Relatives who mostly have the patient's family name. */
const ofFamily: readonly Relationship[] = [...women, ...men, 'SPOUSE']

/** Adds a parent for nearly every child, a contact for every third adult, and coverage for some. */
export async function fillContacts(hospital: Practice): Promise<void> {
  const { seed, size, today } = hospital
  await copyRows(hospital, {
    patient_contact: contacts(),
    payer: structuredClone(payerContent),
    coverage: coverage(),
  })

  function* contacts() {
    for (let index = 0; index < size; index++) {
      const random = randomFrom(seed, kinds.toCall, index)
      const isMinor = ageOn(personAt(hospital, index), today) < 18
      if (!random.chance(isMinor ? 0.95 : 0.35)) continue
      const { id: patientId, lastName } = describePatient(hospital, index)
      const parents: Relationship[] = random.chance(0.3) ? ['MOTHER', 'FATHER'] : ['MOTHER']
      for (const [place, relationship] of (isMinor ? parents : [random.weigh(adults)]).entries()) {
        const group = random.pick(nameGroups)
        const isWoman = women.includes(relationship) || (!men.includes(relationship) && random.chance(0.5))
        const family = ofFamily.includes(relationship) ? lastName : random.pick(group.families)
        const createdAt = registeredAt(hospital, index)
        yield {
          patientId,
          name: `${random.pick(isWoman ? group.women : group.men)} ${family}`,
          relationship,
          phone: `+1 ${random.between(2, 9) * 100 + random.below(90)} 555 ${random.between(1000, 9999)}`,
          isEmergency: place === 0,
          isGuardian: isMinor,
          createdAt,
        }
      }
    }
  }

  /** For every fourth patient; of one in six of them it has expired. */
  function* coverage() {
    for (let index = 0; index < size; index++) {
      const random = randomFrom(seed, kinds.covered, index)
      if (!random.chance(0.25)) continue
      const payer = random.below(payerContent.length)
      const firstDay = today - random.between(30, 330)
      const validFrom = random.chance(1 / 6) ? firstDay - 365 : firstDay
      yield {
        patientId: uuidAt(seed, kinds.patient, index),
        payerId: uuidAt(seed, kinds.payer, payer),
        memberNumber: `${payerContent[payer]?.name.slice(0, 2).toUpperCase()}-${random.between(100_000, 999_999)}`,
        plan: random.pick(['Basic', 'Family', 'Plus']),
        rank: 1,
        validFrom,
        validUntil: validFrom + 364,
        createdAt: registeredAt(hospital, index),
      }
    }
  }
}

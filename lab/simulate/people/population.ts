import { type Gender, listPatients } from '../../../contract/people/patients.ts'
import { findProbableDuplicates, registerPatient } from '../../../contract/people/registration.ts'
import { dayText, timeText } from '../../../server/demo/calendar.ts'
import names from '../../../server/demo/content/names.json' with { type: 'json' }
import type { Random } from '../../../server/demo/random.ts'
import type { Clock } from '../clock/clock.ts'
import type { Person } from './person.ts'

export interface Patient {
  id: string
  firstName: string
  lastName: string
  age: number
  isAdmitted: boolean
  /** Whether the patient is in the queue, where an admission would end the visit. */
  isWaiting: boolean
  hasDied: boolean
}

const groups = names.nameGroups.map((group) => [group, group.share] as const)
/** The ages of a hospital's patients, by decade. */
const decades = [9, 8, 10, 11, 11, 12, 14, 14, 9, 2].map((weight, decade) => [decade, weight] as const)

/** The hospital's patients. A patient is known from the registration on. */
export class Population {
  readonly known: Patient[] = []
  readonly byId = new Map<string, Patient>()
  readonly #clock: Clock
  readonly #random: Random
  #telephones = 0

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    this.#random = random
  }

  /** A registered or new patient for a visit, neither admitted nor dead. */
  async somebody(
    desk: Person,
    likelyNew: number,
    fits: (age: number) => boolean = () => true,
  ): Promise<Patient> {
    if (!this.#random.chance(likelyNew)) {
      const found = this.#find(fits)
      if (found) {
        await desk.call(listPatients, {
          query: { search: `${found.lastName} ${found.firstName}`, limit: 20 },
        })
        return found
      }
    }
    return this.register(desk, fits)
  }

  async register(desk: Person, fits: (age: number) => boolean = () => true): Promise<Patient> {
    const random = this.#random
    const gender = random.weigh<Gender>([
      ['FEMALE', 52],
      ['MALE', 47],
      ['OTHER', 1],
    ])
    let age = this.#age()
    for (let tries = 0; !fits(age) && tries < 50; tries++) age = this.#age()
    const group = random.weigh(groups)
    const women = gender === 'FEMALE' || (gender === 'OTHER' && random.chance(0.5))
    const firstName = random.pick(women ? group.women : group.men)
    const lastName = random.pick(group.families)
    const dateOfBirth = dayText(this.#clock.day - Math.floor((age + random.next()) * 365.25))
    const contactNumber = `+44 7700 ${String(900000 + this.#telephones++)}`
    const address = `${random.between(1, 180)} ${random.pick(names.streets)}, ${random.pick(names.districts)}`
    const form = { firstName, lastName, dateOfBirth, gender, contactNumber, address }
    await desk.call(findProbableDuplicates, { body: { firstName, lastName, dateOfBirth, contactNumber } })
    const { id } = await desk.get(registerPatient, { body: form })
    const patient = { id, firstName, lastName, age, isAdmitted: false, isWaiting: false, hasDied: false }
    this.known.push(patient)
    this.byId.set(id, patient)
    return patient
  }

  #age(): number {
    return this.#random.weigh(decades) * 10 + this.#random.below(10)
  }

  #find(fits: (age: number) => boolean): Patient | undefined {
    for (let tries = 0; tries < 20 && this.known.length > 0; tries++) {
      const patient = this.#random.pick(this.known)
      if (!patient.isAdmitted && !patient.isWaiting && !patient.hasDied && fits(patient.age)) return patient
    }
    return undefined
  }
}

/** The hospital's date and time in the format of forms. */
export function shown(clock: Clock): { date: string; time: string } {
  return { date: dayText(clock.day), time: timeText(clock.minutes) }
}

import { dayNumber } from '../../../server/demo/calendar.ts'
import type { Random } from '../../../server/demo/random.ts'
import type { Person } from '../people/person.ts'

export interface Slot {
  doctor: Person
  day: number
  /** Minutes past midnight. */
  minutes: number
}

const times = [...quarters(9 * 60, 12 * 60 + 30), ...quarters(13 * 60 + 30, 17 * 60)]

/** The free times of the doctors, as the desks' screens show them. */
export class Diary {
  readonly #doctors: readonly Person[]
  readonly #random: Random
  readonly #taken = new Set<string>()

  constructor(doctors: readonly Person[], random: Random) {
    this.#doctors = doctors
    this.#random = random
  }

  /**
   * Takes a free time on a day, or on one of the days after it. If the day is today, it is at least `after` minutes
   * past midnight.
   */
  free(day: number, today: number, after: number): Slot | undefined {
    for (let tries = 0; tries < 60; tries++) {
      const later = tries < 40 || day === today ? 0 : tries % 5
      const slot = {
        doctor: this.#random.pick(this.#doctors),
        day: day + later,
        minutes: this.#random.pick(times),
      }
      const isOff = (slot.day + 3) % 7 >= 5 || (slot.day === today && slot.minutes < after)
      if (isOff || this.#taken.has(nameOf(slot))) continue
      this.#taken.add(nameOf(slot))
      return slot
    }
    return undefined
  }

  giveBack(slot: Slot): void {
    this.#taken.delete(nameOf(slot))
  }

  giveBackOf(doctorId: string, date: string, time: string): void {
    const doctor = this.#doctors.find(({ id }) => id === doctorId)
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    if (doctor) this.giveBack({ doctor, day: dayNumber(date), minutes: hours * 60 + minutes })
  }
}

function quarters(from: number, until: number): number[] {
  return Array.from({ length: (until - from) / 15 }, (_, place) => from + place * 15)
}

function nameOf({ doctor, day, minutes }: Slot): string {
  return `${doctor.id} ${day} ${minutes}`
}

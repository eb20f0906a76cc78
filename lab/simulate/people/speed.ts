/** How long calls took, by endpoint and by week: the number of calls in steps that grow by a tenth each. */

const smallest = 0.2
const ratio = Math.log(1.1)
const steps = 120
const placeOf = (millis: number) =>
  Math.min(steps - 1, Math.max(0, Math.ceil(Math.log(millis / smallest) / ratio)))
const timeAt = (place: number) => smallest * 1.1 ** place

export interface Spread {
  calls: number
  p50: number
  p95: number
  max: number
}

class Times {
  readonly #counts = new Uint32Array(steps)
  #calls = 0
  #max = 0

  note(millis: number) {
    this.#calls++
    this.#max = Math.max(this.#max, millis)
    const place = placeOf(millis)
    this.#counts[place] = (this.#counts[place] ?? 0) + 1
  }

  get spread(): Spread {
    return { calls: this.#calls, p50: this.#share(0.5), p95: this.#share(0.95), max: this.#max }
  }

  #share(share: number): number {
    let rest = this.#calls * share
    for (const [place, count] of this.#counts.entries()) {
      rest -= count
      if (rest <= 0) return Math.min(timeAt(place), this.#max)
    }
    return this.#max
  }
}

export class Speed {
  readonly #weeks = new Map<number, Map<string, Times>>()

  note(week: number, name: string, millis: number) {
    let names = this.#weeks.get(week)
    if (!names) this.#weeks.set(week, (names = new Map()))
    let times = names.get(name)
    if (!times) names.set(name, (times = new Times()))
    times.note(millis)
  }

  /** How long the calls of a week took, by endpoint. */
  week(week: number): Map<string, Spread> {
    return new Map([...(this.#weeks.get(week) ?? [])].map(([name, times]) => [name, times.spread]))
  }

  calls(week: number): number {
    return [...this.week(week).values()].reduce((sum, { calls }) => sum + calls, 0)
  }
}

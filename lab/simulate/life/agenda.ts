import { minute } from '../../server/demo/calendar.ts'

export type Task = () => Promise<unknown>

/** What is to be done when: by steps of the clock. */
export class Agenda {
  readonly #tasks = new Map<number, Task[]>()
  readonly #step: number
  #present = Number.NEGATIVE_INFINITY

  constructor(minutes: number) {
    this.#step = minutes * minute
  }

  /** At a moment, or with the next step if that is over. */
  at(moment: number, task: Task): void {
    const place = Math.max(Math.floor(moment / this.#step), this.#present + 1)
    const there = this.#tasks.get(place)
    if (there) there.push(task)
    else this.#tasks.set(place, [task])
  }

  /** Does what is to be done from a moment until a step later, some of it at once. */
  async live(moment: number, atOnce: number): Promise<void> {
    this.#present = Math.floor(moment / this.#step)
    const tasks = this.#tasks.get(this.#present) ?? []
    this.#tasks.delete(this.#present)
    let next = 0
    const hands = Array.from({ length: Math.min(atOnce, tasks.length) }, async () => {
      for (let task = tasks[next++]; task; task = tasks[next++]) await task()
    })
    await Promise.all(hands)
  }
}

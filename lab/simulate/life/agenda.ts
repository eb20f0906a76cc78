import { minute } from '../../../server/demo/calendar.ts'

export type Task = () => Promise<unknown>

/** An agenda of acts, by steps of the clock. */
export class Agenda {
  readonly #tasks = new Map<number, Task[]>()
  readonly #step: number
  #present = Number.NEGATIVE_INFINITY

  constructor(minutes: number) {
    this.#step = minutes * minute
  }

  /** Adds a task at a moment, or at the next step if that moment has passed. */
  at(moment: number, task: Task): void {
    const place = Math.max(Math.floor(moment / this.#step), this.#present + 1)
    const there = this.#tasks.get(place)
    if (there) there.push(task)
    else this.#tasks.set(place, [task])
  }

  /** Runs the tasks of the step that begins at a moment, `atOnce` of them at the same time. */
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

/** A record as the hospital has it; `version` grows with each edit of it. */
export interface LiveRecord {
  id: string
  version?: number
}

/**
 * An event about one record: its state, or null if it is not in the scope. `asOf` is the least moment that it is as of.
 */
export interface Told {
  id: string
  record: LiveRecord | null
  asOf: number
}

/**
 * The state with the larger version counts; without versions, the one with the larger `asOf`, and then the later event.
 */
function supersedes(next: Told, last: { record: LiveRecord | null | undefined; asOf: number }): boolean {
  const [version, other] = [next.record?.version, last.record?.version]
  if (version !== undefined && other !== undefined && version !== other) return version > other
  return next.asOf >= last.asOf
}

/** Milliseconds for which events are kept: an answer that took longer on its way is read again. */
const keptFor = 60_000

/** The events of each scope: the latest state of each record. */
export class ToldLog {
  #scopes = new Map<string, Map<string, Told & { at: number }>>()
  #forgotten = new Map<string, number>()
  #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Notes an event. Returns whether nothing newer is known of the record. */
  note(scope: string, told: Told): boolean {
    const at = this.#now()
    const known = this.#scopes.get(scope) ?? new Map<string, Told & { at: number }>()
    this.#scopes.set(scope, known)
    const last = known.get(told.id)
    if (last && !supersedes(told, last)) return false
    // The map is in the order of telling: what is oldest stands first.
    known.delete(told.id)
    known.set(told.id, { ...told, at })
    this.forget(scope, at - keptFor)
    return true
  }

  /** Forgets the events until a moment, or all events of a scope that nobody shows any more. */
  forget(scope: string, until = this.#now()) {
    const known = this.#scopes.get(scope)
    for (const old of known?.values() ?? []) {
      if (old.at > until) break
      known?.delete(old.id)
      this.#forgotten.set(scope, Math.max(old.asOf, this.forgottenOf(scope)))
    }
    if (known?.size === 0) this.#scopes.delete(scope)
  }

  of(scope: string): Iterable<Told> {
    return this.#scopes.get(scope)?.values() ?? []
  }

  /** An answer as of less lacks something that is not kept any more. */
  forgottenOf(scope: string): number {
    return this.#forgotten.get(scope) ?? 0
  }

  clear() {
    this.#scopes.clear()
    this.#forgotten.clear()
  }
}

/**
 * Places an event about a record in an answer that was read as of `readAsOf`, unless the answer is newer. Undefined if
 * that can't be done, and the answer has to be read again.
 */
export type Place = (data: unknown, readAsOf: number, told: Told) => unknown

/** A list that holds every record of its scope, in an order; without one, it keeps the order that it has. */
export function listed<Row extends LiveRecord>(order: (one: Row, other: Row) => number = () => 0): Place {
  return (data, readAsOf, told) => {
    const list = data as readonly Row[]
    const record = told.record as Row | null
    const at = list.findIndex(({ id }) => id === told.id)
    const here = list[at]
    if (!supersedes(told, { record: here, asOf: readAsOf })) return list
    if (!record) return here ? list.toSpliced(at, 1) : list
    if (!here) return [...list, record].sort(order)
    const replaced = list.with(at, record)
    return order(here, record) === 0 ? replaced : replaced.sort(order)
  }
}

/** The record itself. */
export const itself: Place = (data, readAsOf, told) => {
  const here = data as LiveRecord
  if (here.id !== told.id) return data
  if (!supersedes(told, { record: here, asOf: readAsOf })) return data
  return told.record ?? undefined
}

import { randomUUID } from 'node:crypto'

/** Patients who were shown together: on record once, however many saw the same. */
export interface Sight {
  readonly id: string
  readonly patientIds: readonly string[]
}

/** The patients that one body shows to many. Each recipient leaves an entry of their own that refers to it. */
export function newSight(patientIds: Iterable<string>): Sight {
  return { id: randomUUID(), patientIds: [...new Set(patientIds)] }
}

/** A sight as it is on record. */
export interface SightRow {
  id: string
  at: Date
  patientIds: readonly string[]
}

/**
 * Milliseconds after which a sight that is still shown is recorded again: a search for those who saw a patient need not
 * look further back than this for a sight that an entry refers to.
 */
export const sightLasts = 10 * 60_000
/** Patients of all lists that are remembered, a few megabytes. */
const mostRemembered = 40_000

export interface Sights {
  /** The id by which an entry of `at` refers to the sight. `tell` is given what has to be on record before. */
  referTo(sight: Sight, at: Date, tell: (row: SightRow) => void): string
  /** The sight of these patients: equal lists share one, so that a list that many read is recorded once. */
  of(patientIds: readonly string[]): Sight
}

export function rememberSights(): Sights {
  const told = new WeakMap<Sight, { id: string; from: number }>()
  /** The last used last. */
  const lately = new Map<string, Sight>()
  let remembered = 0

  return {
    referTo(sight, at, tell) {
      const last = told.get(sight)
      const age = last ? at.getTime() - last.from : -1
      if (last && age >= 0 && age < sightLasts) return last.id
      const id = last ? randomUUID() : sight.id
      told.set(sight, { id, from: at.getTime() })
      tell({ id, at, patientIds: sight.patientIds })
      return id
    },
    of(patientIds) {
      const key = patientIds.join()
      const known = lately.get(key)
      if (known) {
        lately.delete(key)
        lately.set(key, known)
        return known
      }
      const sight = newSight(patientIds)
      lately.set(key, sight)
      remembered += sight.patientIds.length
      for (const [oldest, { patientIds: forgotten }] of lately) {
        if (remembered <= mostRemembered || oldest === key) break
        lately.delete(oldest)
        remembered -= forgotten.length
      }
      return sight
    },
  }
}

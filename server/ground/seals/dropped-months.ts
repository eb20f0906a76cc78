import type { Leaf } from './leaves.ts'
import type { Seal } from './seal.ts'
import type { Fault } from './seal-fault.ts'

/** Months that are gone, and what the trail itself says of it. */
export interface Drops {
  /** A row that holds: it may be the entry that tells of months that were dropped. */
  look(leaf: Leaf, seal: Seal): void
  /** A sealed month has no entries at all. */
  missing(month: string, seal: Seal): void
  /** Months that are missing without having been dropped. */
  faults(): Fault[]
  months(): string[]
}

/** The hospital keeps a month for so long at least: a constraint of its settings. */
const leastMonths = 24

/**
 * A month is dropped as a whole, by the only function that can, which records it in the trail (record 17). So it is
 * lawful if a sealed entry of Lantern's own records it, sealed when the month was old enough, with the seal that lacks
 * it or later.
 */
export function lawfulDrops(): Drops {
  const announced = new Map<string, { number: number; at: string }>()
  const gone = new Map<string, Seal[]>()
  return {
    look({ text }, { number, at }) {
      if (!text.includes('"dropAuditMonths"')) return
      const [, , , staffId, action, , , , changes] = JSON.parse(text) as unknown[]
      if (action !== 'dropAuditMonths' || staffId !== null) return
      const { dropped } = changes as { dropped?: unknown }
      for (const month of Array.isArray(dropped) ? dropped.map(String) : [])
        announced.set(month, { number, at })
    },
    missing(month, seal) {
      const seals = gone.get(month) ?? []
      gone.set(month, seals)
      seals.push(seal)
    },
    faults() {
      return [...gone].flatMap(([month, seals]) => {
        const drop = announced.get(month)
        return seals
          .filter(({ number }) => !(drop && isOldEnough(month, drop.at) && number <= drop.number))
          .map(({ number, at }) => ({
            at,
            serial: null,
            says: `All that seal ${number} covers of ${month} was removed, and not because the hospital keeps it no longer.`,
          }))
      })
    },
    months: () => [...gone.keys()].filter((month) => announced.has(month)).toSorted(),
  }
}

function isOldEnough(month: string, at: string): boolean {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return Date.parse(at) >= Date.UTC(year, number - 1 + leastMonths, 1)
}

// Chooses faults by a seed: a tenth in each area of rules, and the rest everywhere else.
import { type Area, areas } from './areas.ts'
import type { Fault } from './faults.ts'

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Shuffled, in the same way for the same seed. */
function shuffled<Value>(values: readonly Value[], random: () => number): Value[] {
  const left = [...values]
  for (let last = left.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const [one, two] = [left[last] as Value, left[other] as Value]
    left[last] = two
    left[other] = one
  }
  return left
}

/** A tenth of the sample for each area and the rest from elsewhere; below `only`, a random sample of everything. */
export function sampleOf(all: readonly Fault[], size: number, only: string[], seed: number): Fault[] {
  const random = randomOf(seed)
  if (only.length > 0) {
    const there = all.filter(({ file }) => only.some((path) => file.startsWith(path)))
    return shuffled(there, random).slice(0, size)
  }
  const ofArea = (area: Area) => all.filter((fault) => fault.area === area)
  const rules = (Object.keys(areas) as Area[]).flatMap((area) =>
    shuffled(ofArea(area), random).slice(0, Math.round(size / 10)),
  )
  const rest = shuffled(ofArea('the rest'), random).slice(0, size - rules.length)
  // The order is random, so that if time runs out, the faults that are left are spread over all areas.
  return shuffled([...rules, ...rest], random)
}

import type { Random } from '../../../server/demo/random.ts'
import type { Clock } from '../clock/clock.ts'
import type { Desk } from '../people/person.ts'
import type { Population } from '../people/population.ts'
import type { Staff } from '../people/staff.ts'
import type { Size } from '../size.ts'
import type { Agenda } from './agenda.ts'

/** The state that all parts of the simulated hospital share. */
export interface Life {
  size: Size
  desk: Desk
  clock: Clock
  random: Random
  agenda: Agenda
  staff: Staff
  population: Population
  /** The first day, as `dayNumber`. */
  firstDay: number
  /** Counts for the report that no endpoint gives. */
  tally: Map<string, number>
}

export function count({ tally }: Life, what: string, by = 1): void {
  tally.set(what, (tally.get(what) ?? 0) + by)
}

/** How often something happens whose average is known. */
export function poisson(random: Random, average: number): number {
  if (average <= 0) return 0
  // For large averages a normal distribution is as good, and needs no loop.
  if (average > 50) return Math.max(0, Math.round(average + normal(random) * Math.sqrt(average)))
  const least = Math.exp(-average)
  let times = 0
  for (let left = random.next(); left > least; left *= random.next()) times++
  return times
}

/** Lengths of stay: most short, some long. */
export function lognormal(random: Random, average: number, spread = 0.8): number {
  return average * Math.exp(normal(random) * spread - (spread * spread) / 2)
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

/** 0 is Monday. */
export function weekdayOf(day: number): number {
  return (day + 3) % 7
}

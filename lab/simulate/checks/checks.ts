import type { Simulation } from '../simulation.ts'
import type { Check } from './check.ts'
import { figures } from './figures.ts'
import { moments } from './moments.ts'
import { notifications } from './notifications.ts'
import { checksOfRows } from './rows.ts'
import { timeline } from './timeline.ts'
import { seals, trail } from './trail.ts'

export const checks: readonly Check[] = [
  ...checksOfRows,
  moments,
  notifications,
  trail,
  timeline,
  figures,
  seals,
]

export interface Result {
  check: Check
  faults: string[]
  /** Milliseconds. */
  took: number
}

/** Runs every check in turn; an error in a check counts as a fault. */
export async function checkAll(simulation: Simulation): Promise<Result[]> {
  const { database, desk, clock } = simulation
  const results: Result[] = []
  for (const check of checks) {
    const begin = performance.now()
    const faults = await check
      .find({ query: database.query, simulation })
      .catch((error: unknown) => [error instanceof Error ? error.message : String(error)])
    results.push({ check, faults, took: performance.now() - begin })
  }
  const unexpected = [
    ...desk.findings.all.map(({ what, times, example }) => `${what}: ${times} times, such as ${example}`),
    ...clock.troubles,
  ]
  const answers: Check = {
    name: 'answers',
    holds: 'Nobody was answered what they could not expect, and no job failed.',
    find: async () => unexpected,
  }
  return [...results, { check: answers, faults: unexpected, took: 0 }]
}

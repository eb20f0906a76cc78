// One fault is switched on, and the tests that reach it run until one fails.
import type { Fault } from './faults.ts'
import { type Judge, nearestFirst, type Reach } from './reach.ts'
import { type Results, runStories, runTests } from './runners.ts'
import type { Run } from './tree.ts'

export interface Verdict {
  /** The fault's place in the sample. */
  place: number
  outcome: 'found' | 'late' | 'survived' | 'unreached'
  by?: string
  seconds: number
}

/** The nearest stories judge; more of them would take longer than the whole run may. */
const mostStories = 24
const inOneGo = 8

/** Stories that pass by themselves where no fault is switched on; others judge nothing. */
const alone = new Map<string, Promise<boolean>>()

export async function judge(run: Run, fault: Fault, id: string, reach: Reach, port: number) {
  const tests = nearestFirst(fault, reach.tests[id] ?? [])
  const stories = nearestFirst(fault, reach.stories[id] ?? []).slice(0, mostStories)
  if (tests.length + stories.length === 0) return { outcome: 'unreached' as const }
  const env = { MUTANTS_ACTIVE: id }
  if (tests.length > 0) {
    const names = tests.map(({ name }) => name)
    const ran = await runTests(run, names, { ...env, MUTANTS_ORDER: JSON.stringify(names) }, limitOf(tests))
    if (!ran.isGood) return outcomeOf(ran)
  }
  const left = [...stories]
  while (left.length > 0) {
    const now = left.splice(0, inOneGo)
    const names = [...new Set(now.map(({ name }) => name))]
    const ran = await runStories(run, [...names, '--max-failures=1'], env, limitOf(now), port)
    if (ran.isGood) continue
    const failed = ran.results.find(({ passed }) => !passed)
    if (!failed || (await passesAlone(run, failed.name, port))) return outcomeOf(ran)
    // It fails by itself without a fault: the stories after it have not run yet.
    left.unshift(...now.filter(({ name }) => !ran.results.some((result) => result.name === name)))
  }
  return { outcome: 'survived' as const }
}

function outcomeOf({ isLate, results, output }: Results) {
  const failed = results.find(({ passed }) => !passed)
  const by = failed ? `${failed.name}: ${failed.title ?? 'the file itself'}` : output.trim().slice(-300)
  return { outcome: isLate ? ('late' as const) : ('found' as const), by }
}

function passesAlone(run: Run, name: string, port: number): Promise<boolean> {
  const known = alone.get(name) ?? runStories(run, [name], {}, 300, port).then(({ isGood }) => isGood)
  alone.set(name, known)
  return known
}

/** Thrice what they took, and a minute to start. */
function limitOf(judges: readonly Judge[]): number {
  return 60 + 3 * judges.reduce((sum, { seconds }) => sum + seconds, 0)
}

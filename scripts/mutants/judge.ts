// One fault is switched on, and the tests that reach it run until one fails.
import type { Fault } from './faults.ts'
import { type Judge, nearestFirst, type Reach } from './reach.ts'
import { type Result, type Results, runStories, runTests } from './runners.ts'
import type { Run } from './tree.ts'

export interface Verdict {
  /** The fault's place in the sample. */
  place: number
  outcome: 'found' | 'late' | 'survived' | 'unreached'
  by?: string
  seconds: number
}

/** The nearest judge: a fault that survives would else take as long as all tests, and forty of them the night. */
const mostStories = 24
const inOneGo = 8

/** As long as the nearest test files took together in the run that noted what they reach, with others beside them. */
const mostSeconds = 300

/** Stories that pass by themselves where no fault is switched on; others judge nothing. */
const alone = new Map<string, Promise<boolean>>()

export async function judge(run: Run, fault: Fault, id: string, reach: Reach, port: number) {
  const tests = within(mostSeconds, nearestFirst(fault, reach.tests[id] ?? []))
  const stories = nearestFirst(fault, reach.stories[id] ?? []).slice(0, mostStories)
  if (tests.length + stories.length === 0) return { outcome: 'unreached' as const }
  const env = { MUTANTS_ACTIVE: id }
  let files = tests
  while (files.length > 0) {
    const names = files.map(({ name }) => name)
    const ran = await runTests(run, names, { ...env, MUTANTS_ORDER: JSON.stringify(names) }, limitOf(files))
    if (ran.isGood) break
    const failed = firstFailed(ran)
    if (ran.isLate || !failed) return outcomeOf(ran)
    // What fails once is the machine's as well as it is the fault's.
    const again = await runTests(run, [failed.name], env, limitOf(files))
    if (!again.isGood) return outcomeOf(again.results.length > 0 ? again : ran)
    files = files.filter(({ name }) => name !== failed.name)
  }
  const left = [...stories]
  while (left.length > 0) {
    const now = left.splice(0, inOneGo)
    const names = [...new Set(now.map(({ name }) => name))]
    const ran = await runStories(run, [...names, '--max-failures=1'], env, limitOf(now), port)
    if (ran.isGood) continue
    const failed = firstFailed(ran)
    if (!failed || (await passesAlone(run, failed.name, port))) return outcomeOf(ran)
    // It fails by itself without a fault: the stories after it have not run yet.
    left.unshift(...now.filter(({ name }) => !ran.results.some((result) => result.name === name)))
  }
  return { outcome: 'survived' as const }
}

function outcomeOf(ran: Results) {
  const failed = firstFailed(ran)
  const by = failed ? `${failed.name}: ${failed.title ?? 'the file itself'}` : ran.output.trim().slice(-300)
  return { outcome: ran.isLate ? ('late' as const) : ('found' as const), by }
}

/** Files that no longer had to run count as failed, too: the one with a failed test comes first. */
function firstFailed({ results }: Results): Result | undefined {
  const failed = results.filter(({ passed }) => !passed)
  return failed.find(({ title }) => title) ?? failed[0]
}

function within(most: number, judges: readonly Judge[]): Judge[] {
  let sum = 0
  return judges.filter(({ seconds }, index) => {
    sum += seconds
    return index === 0 || sum <= most
  })
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

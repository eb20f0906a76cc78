// Judges a fault: switches it on, and runs the tests that reach it until one fails.
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

/**
 * Only this number of the nearest stories judge. Otherwise a fault that survives would take as long as all stories, and
 * forty of them all night.
 */
const mostStories = 24
const inOneGo = 8

/** How many seconds the chosen test files may have taken together in the run that noted what they reach. */
const mostSeconds = 300

/** Whether a story passes by itself without a fault. The others can't judge. */
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
    // A single failure may be due to the machine, so the file runs again.
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
    // This story fails by itself, even without a fault, so the stories after it still have to run.
    left.unshift(...now.filter(({ name }) => !ran.results.some((result) => result.name === name)))
  }
  return { outcome: 'survived' as const }
}

function outcomeOf(ran: Results) {
  const failed = firstFailed(ran)
  const by = failed ? `${failed.name}: ${failed.title ?? 'the file itself'}` : ran.output.trim().slice(-300)
  return { outcome: ran.isLate ? ('late' as const) : ('found' as const), by }
}

/**
 * The first failed test. A file that was skipped after it counts as failed, too, but has no title, so a failure with a
 * title comes first.
 */
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

/** The time limit: three times what the judges took before, and a minute to start. */
function limitOf(judges: readonly Judge[]): number {
  return 60 + 3 * judges.reduce((sum, { seconds }) => sum + seconds, 0)
}

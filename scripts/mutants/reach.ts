// Notes which tests reach which faults: each test runs once with all faults in place, but none switched on.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Choices } from './choices.ts'
import type { Fault } from './faults.ts'
import { type Results, runStories, runTests } from './runners.ts'
import type { Run } from './tree.ts'

/** A test file of Vitest, or a story (its file and line), that passes without a fault. */
export interface Judge {
  name: string
  seconds: number
}

interface Note {
  fault: string
  at: number
  file: string
}

export interface Reach {
  tests: Record<string, Judge[]>
  stories: Record<string, Judge[]>
  /** Tests that failed without a fault, and so can't judge. */
  unfit: string[]
}

/** The time limit for a run of all tests, in seconds. */
const patience = 3600

export async function measureReach(run: Run, choices: Choices, faults: Map<string, Fault>): Promise<Reach> {
  const kept = join(run.place, 'reach.json')
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'))
  const unfit: string[] = []
  const notes = join(run.place, 'notes-of-tests.jsonl')
  writeFileSync(notes, '')
  const ran = await runTests(run, choices.tests, { MUTANTS_NOTES: notes, MUTANTS_WORKERS: '4' }, patience)
  refuseUnfit(ran)
  const judges = ran.results.map(({ name, seconds }) => ({ name, seconds }))
  unfit.push(...ran.results.filter(({ passed }) => !passed).map(({ name }) => name))
  const tests: Reach['tests'] = {}
  const importing = importsWithin(run.tree)
  for (const [fault, of] of Map.groupBy(read(notes), (note) => note.fault)) {
    const files = new Set(of.map(({ file }) => file.slice(run.tree.length + 1)))
    const path = faults.get(fault)?.file ?? ''
    const isLoaded = of.some(({ file }) => file === '' || file === 'while loading')
    const reaching = judges.filter(({ name }) => files.has(name) || (isLoaded && importing(name).has(path)))
    tests[fault] = reaching.filter(({ name }) => !unfit.includes(name))
  }
  const reach = { tests, stories: choices.stories ? await storiesThatReach(run, choices, unfit) : {}, unfit }
  writeFileSync(kept, JSON.stringify(reach))
  return reach
}

/**
 * Which stories reach which faults. Stories share one server, so each reaches everything that the server noted while it
 * ran.
 */
async function storiesThatReach(run: Run, choices: Choices, unfit: string[]): Promise<Reach['stories']> {
  const notes = join(run.place, 'notes-of-stories.jsonl')
  writeFileSync(notes, '')
  const ran = await runStories(run, choices.tests, { MUTANTS_NOTES: notes, MUTANTS_WORKERS: '2' }, patience)
  refuseUnfit(ran)
  unfit.push(...ran.results.filter(({ passed }) => !passed).map(({ name }) => name))
  const stories: Reach['stories'] = {}
  for (const [fault, of] of Map.groupBy(read(notes), (note) => note.fault)) {
    const named = new Set(of.map(({ file }) => file))
    const times = of.filter(({ file }) => file === '').map(({ at }) => at)
    // Code that is only reached while the server starts affects every story.
    const isOfAll = of.every(({ file, at }) => file === '' && at < (ran.beganAt ?? 0))
    stories[fault] = ran.results
      .filter(({ name, passed, from, to }) => {
        const isReached = isOfAll || named.has(name) || times.some((at) => at >= from - 2_000 && at <= to)
        return passed && isReached
      })
      .map(({ name, seconds }) => ({ name, seconds }))
  }
  return stories
}

/** The share of all test files or stories that may fail without a fault, for example because the machine is busy. */
const mostUnfit = 0.05

/** @throws if more tests fail without a planted fault than a sound copy would explain */
function refuseUnfit({ results, isGood, output }: Results): void {
  const failed = results.filter(({ passed }) => !passed)
  if (results.length === 0 ? isGood : failed.length <= mostUnfit * results.length) return
  const names = failed.map(({ name }) => name).join(', ')
  throw new Error(
    `${failed.length} of ${results.length} fail without a fault: ${names}.\n${output.slice(-2_000)}`,
  )
}

function read(notes: string): Note[] {
  const lines = readFileSync(notes, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

const imports = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g

/** Returns a function that lists everything that a file imports, directly or not. */
function importsWithin(tree: string): (file: string) => ReadonlySet<string> {
  const direct = new Map<string, string[]>()
  const importedBy = (file: string) => {
    const known = direct.get(file)
    if (known) return known
    const text = existsSync(join(tree, file)) ? readFileSync(join(tree, file), 'utf8') : ''
    const found = [...text.replaceAll('"', "'").matchAll(imports)].map(([, path = '']) =>
      join(dirname(file), path),
    )
    direct.set(file, found)
    return found
  }
  return (file) => {
    const all = new Set<string>()
    const next = [file]
    for (let one = next.pop(); one; one = next.pop()) {
      for (const other of importedBy(one)) {
        if (all.has(other)) continue
        all.add(other)
        next.push(other)
      }
    }
    return all
  }
}

/**
 * Sorts tests by their distance from a fault: first those whose paths share most words with its path, and among them
 * those that take least time.
 */
export function nearestFirst(fault: Fault, judges: readonly Judge[]): Judge[] {
  const words = new Set(wordsOf(fault.file))
  // The walks and races cover all endpoints, so they count as a little nearer to each.
  const nearness = ({ name }: Judge) =>
    wordsOf(name).filter((word) => words.has(word)).length + (/\/(walks|races)\//.test(name) ? 1 : 0)
  return judges.toSorted((one, other) => nearness(other) - nearness(one) || one.seconds - other.seconds)
}

function wordsOf(path: string): string[] {
  const parts = path.replace(/\.\w+(\.tsx?)?(:\d+)?$/, '').split(/[/-]/)
  return [...new Set(parts.map((part) => part.replace(/s$/, '')))]
}

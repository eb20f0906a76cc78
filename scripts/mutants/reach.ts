// Which tests reach which fault: each test runs once with all faults in place and none switched on, and notes what it reaches.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Choices } from './choices.ts'
import type { Fault } from './faults.ts'
import { type Results, runStories, runTests } from './runners.ts'
import type { Run } from './tree.ts'

/** A file of Vitest, or a story (file and line), that passes where no fault is switched on. */
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
  /** What failed without any fault, and therefore judges none. */
  unfit: string[]
}

/** The most that any run of all tests takes. */
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

/** Stories share one server: what it notes while stories run, all of those reach. */
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
    // Reached while the server starts, and never again: every story starts with what it led to.
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

/** The share of all test files or stories that may fail without a fault, because one machine is busier than another. */
const mostUnfit = 0.05

/** Tests that fail for the copy's own reasons would be taken for tests that find nothing. */
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

/** Answers everything that a file imports, directly or not. */
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

/** The nearest first: those whose paths share most words with the fault's, and among them those that take least. */
export function nearestFirst(fault: Fault, judges: readonly Judge[]): Judge[] {
  const words = new Set(wordsOf(fault.file))
  // The walks and races over all endpoints are nobody's neighbours, and everybody's.
  const nearness = ({ name }: Judge) =>
    wordsOf(name).filter((word) => words.has(word)).length + (/\/(walks|races)\//.test(name) ? 1 : 0)
  return judges.toSorted((one, other) => nearness(other) - nearness(one) || one.seconds - other.seconds)
}

function wordsOf(path: string): string[] {
  const parts = path.replace(/\.\w+(\.tsx?)?(:\d+)?$/, '').split(/[/-]/)
  return [...new Set(parts.map((part) => part.replace(/s$/, '')))]
}

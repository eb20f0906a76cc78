// The tests that a change can affect: in Vitest those that import a changed file, and the stories that open a screen
// with a changed file.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'

/** Arguments for each runner; undefined if the change reaches nothing of it. */
export interface Reached {
  vitest: string[] | undefined
  stories: string[] | undefined
}

const imports = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g
/** These files list everything, and so import everything. */
const lists = /^(web\/(nouns|router|main)\.tsx?|contract\/nouns\.ts)$/
const screen = /\bpath: '(\/[^']*)'/g
/** The calls that a test makes to the server itself; they are not screens. */
const asked = /\bcall\(\s*[\w.]+,\s*'[A-Z]+',\s*(['"`])[^'"`]*\1/g
const address = /['"`](\/[A-Za-z][\w/-]*)/g
/** A change of such a file can reach everything, because no import shows what it reaches. */
const ofAll = /(^package(-lock)?\.json|\.sql|(^|\/)[\w.-]*(config|rc)\.(ts|json|mjs)|\.css|\.html)$/

export function reachedFrom(commit: string): Reached {
  const changed = changedSince(commit)
  if (changed.some((file) => ofAll.test(file))) return { vitest: [], stories: [] }
  const code = changed.filter((file) => /^(contract|server|web|e2e|scripts|testbed|lab)\//.test(file))
  const stories = storiesReachedBy(code, importers(readSources()))
  return {
    vitest: code.length > 0 ? [`--changed=${commit}`] : ['scripts/documents.test.ts'],
    stories: stories.length > 0 ? stories : undefined,
  }
}

function changedSince(commit: string): string[] {
  const lines = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', words, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`)
    return stdout.split('\n').filter(Boolean)
  }
  return [
    ...lines('diff', '--name-only', commit, '--'),
    ...lines('ls-files', '--others', '--exclude-standard'),
  ]
}

/** The text of each source file, by its path. */
export type Sources = ReadonlyMap<string, string>

function readSources(): Sources {
  const files = globSync('{contract,server,web,e2e}/**/*.{ts,tsx}').map((path) => path.replaceAll('\\', '/'))
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
}

interface Graph {
  sources: Sources
  importersOf: Map<string, string[]>
  importsOf: Map<string, string[]>
}

export function importers(sources: Sources): Graph {
  const importsOf = new Map<string, string[]>()
  const importersOf = new Map<string, string[]>()
  for (const [file, text] of sources) {
    const imported = [...text.matchAll(imports)].map(([, path = '']) => posix.join(posix.dirname(file), path))
    importsOf.set(file, imported)
    for (const one of imported) importersOf.set(one, [...(importersOf.get(one) ?? []), file])
  }
  return { sources, importersOf, importsOf }
}

/** These files, and everything that can be reached from them. */
function closure(from: readonly string[], arrows: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set(from)
  for (const file of reached) {
    if (lists.test(file)) continue
    for (const next of arrows.get(file) ?? []) reached.add(next)
  }
  return reached
}

/** The paths of the stories whose screens or own code import a changed file. */
export function storiesReachedBy(
  changed: readonly string[],
  { sources, importersOf, importsOf }: Graph,
): string[] {
  const stories = [...sources.keys()].filter((file) => file.endsWith('.spec.ts'))
  const app = changed.filter((file) => !/\.test\.tsx?$/.test(file))
  // A change of a noun's server reaches the screens that import its contract; a change of the ground reaches every
  // screen.
  const ofServer = app.filter((file) => file.startsWith('server/'))
  const seeds = [
    ...app.filter((file) => /^(contract|web)\//.test(file)),
    ...ofServer.flatMap((file) => contractOf(dirname(file), sources, importsOf)),
  ]
  const isGround = ofServer.some((file) => contractOf(dirname(file), sources, importsOf).length === 0)
  if (isGround || seeds.some((file) => lists.test(file))) return stories
  const reached = closure(seeds, importersOf)
  const screens = [...reached].flatMap((file) =>
    file.startsWith('web/')
      ? [...(sources.get(file) ?? '').matchAll(screen)].map(([, path = '']) => rootOf(path))
      : [],
  )
  const opened = new Set(screens)
  const isOfScreens = changed.every((file) => /^(web|e2e)\//.test(file))
  const textOf = (file: string) => {
    const text = sources.get(file) ?? ''
    return isOfScreens ? text.replaceAll(asked, '') : text
  }
  return stories.filter((story) => {
    const own = [...closure([story], importsOf)].filter((file) => file.startsWith('e2e/'))
    if (own.some((file) => changed.includes(file))) return true
    return own.some((file) =>
      [...textOf(file).matchAll(address)].some(([, path = '']) => opened.has(rootOf(path))),
    )
  })
}

/** '/patients/$id' and '/patients/new' are screens of '/patients'. */
const rootOf = (path: string) => `/${path.split('/')[1] ?? ''}`

function contractOf(
  room: string,
  sources: Sources,
  importsOf: ReadonlyMap<string, readonly string[]>,
): string[] {
  if (!/^server\/(?!ground|testing)/.test(room)) return []
  const noun = room.split('/').slice(0, 3).join('/')
  return [...sources.keys()]
    .filter((file) => file.startsWith(`${noun}/`) && /\/(noun|routes)\.ts$/.test(file))
    .flatMap((file) => importsOf.get(file) ?? [])
    .filter((file) => file.startsWith('contract/') && !/^contract\/(api\/|permissions)/.test(file))
}

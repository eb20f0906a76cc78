// The faults that can be planted. StrykerJS finds them, and rewrites each source with a switch around each fault.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { type Area, areaOf } from './areas.ts'
import { useOwnKinds } from './kinds.ts'

export interface Fault {
  file: string
  /** The line, counted from 1. */
  line: number
  column: number
  kind: string
  original: string
  replacement: string
  area: Area
}

interface Place {
  line: number
  column: number
}

interface Source {
  name: string
  content: string
  mutate: boolean | { start: Place; end: Place }[]
}

const silent = () => {}
const log = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
}

interface Node {
  type: string
  name?: string | Node
  callee?: Node
  object?: Node
  property?: Node
}

/** Leaves out logs and styles, because no test reads them. */
const ignorer = {
  shouldIgnore(path: object): string | undefined {
    const { node } = path as { node: Node }
    if (node.type === 'CallExpression') {
      const owner = node.callee?.object
      const name = owner?.property?.name ?? owner?.name
      if (name === 'log' || name === 'console') return 'a line of a log'
    }
    if (node.type === 'JSXAttribute' && typeof node.name === 'object') {
      if (/^(style|styles|classNames|className|vars)$/.test(String(node.name.name))) return 'looks'
    }
    return undefined
  },
}

const options = {
  plugins: null,
  // Texts for people are left out. Strings in Kysely and SQL have faults of their own in kinds.ts.
  excludedMutations: ['StringLiteral'],
  ignorers: [ignorer],
  noHeader: false,
}

/** Removes `as const`, because StrykerJS skips values with it, and it does nothing when the program runs. */
function withoutConst(content: string): string {
  return content.replaceAll(/\bas const\b/g, '        ')
}

async function instrument(sources: Source[]) {
  await useOwnKinds()
  return new Instrumenter(log).instrument(
    sources.map((source) => ({ ...source, content: withoutConst(source.content) })),
    options,
  )
}

/**
 * All faults of the sources. It takes half a minute to find them, so they are kept in a file until a source changes.
 */
export async function everyFault(root: string, files: string[], cache: string): Promise<Fault[]> {
  const sources = files.map((name) => ({ name, content: readFileSync(join(root, name), 'utf8') }))
  const hash = createHash('sha256').update(JSON.stringify(sources))
  for (const own of ['faults.ts', 'kinds.ts', 'areas.ts']) {
    hash.update(readFileSync(join(import.meta.dirname, own)))
  }
  const kept = join(cache, `faults-${hash.digest('hex').slice(0, 16)}.json`)
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'))
  const { mutants } = await instrument(sources.map((source) => ({ ...source, mutate: true })))
  const lines = new Map(sources.map(({ name, content }) => [name, content.split('\n')]))
  const faults = mutants
    .filter(({ status }) => status === undefined)
    .map(({ fileName: file, mutatorName: kind, location: { start, end }, replacement }) => ({
      file,
      line: start.line + 1,
      column: start.column,
      kind,
      original: textBetween(lines.get(file) ?? [], start, end),
      replacement,
      area: areaOf(file),
    }))
  mkdirSync(cache, { recursive: true })
  writeFileSync(kept, JSON.stringify(faults))
  return faults
}

function textBetween(lines: string[], start: Place, end: Place): string {
  const text = lines.slice(start.line, end.line + 1)
  text[text.length - 1] = text.at(-1)?.slice(0, end.column) ?? ''
  text[0] = text[0]?.slice(start.column) ?? ''
  return text.join('\n')
}

/** Rewrites the sources of a copy with each fault behind a switch. Returns the number of each switch, in order. */
export async function plant(copy: string, faults: readonly Fault[]): Promise<(string | undefined)[]> {
  const sources = [...Map.groupBy(faults, ({ file }) => file)].map(([name, within]) => ({
    name,
    content: readFileSync(join(copy, name), 'utf8'),
    mutate: within.map(rangeOf),
  }))
  const { files, mutants } = await instrument(sources)
  for (const { name, content } of files) {
    mkdirSync(dirname(join(copy, name)), { recursive: true })
    writeFileSync(join(copy, name), content)
  }
  return faults.map(
    (fault) =>
      mutants.find(
        ({ fileName, mutatorName, location: { start }, replacement, status }) =>
          status === undefined &&
          fileName === fault.file &&
          mutatorName === fault.kind &&
          start.line + 1 === fault.line &&
          start.column === fault.column &&
          replacement === fault.replacement,
      )?.id,
  )
}

function rangeOf({ line, column, original }: Fault): { start: Place; end: Place } {
  const lines = original.split('\n')
  const last = lines.at(-1) ?? ''
  return {
    start: { line: line - 1, column },
    end: {
      line: line - 1 + lines.length - 1,
      column: lines.length === 1 ? column + last.length : last.length,
    },
  }
}

// Runs Vitest and Playwright in the copy of the sources.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runNode } from './programs.ts'
import type { Run } from './tree.ts'

export interface Result {
  name: string
  passed: boolean
  seconds: number
  /** Milliseconds since 1970. */
  from: number
  to: number
  /** The title of the test that failed. */
  title?: string | undefined
}

export interface Results {
  results: Result[]
  isGood: boolean
  isLate: boolean
  beganAt?: number
  output: string
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** Runs the test files in `chosen`, or those with one of its words in their paths; all of them if it is empty. */
export async function runTests(
  run: Run,
  chosen: string[],
  env: Record<string, string>,
  seconds: number,
): Promise<Results> {
  const report = join(run.place, `${randomUUID()}.json`)
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/mutants/vitest.config.ts']
  const { code, isLate, output } = await runNode(
    [...words, '--passWithNoTests', '--reporter=json', `--outputFile=${report}`, ...chosen],
    { cwd: run.tree, env: { ...run.env, ...switches(run), ...env }, seconds },
  )
  const results = takeReport<VitestReport>(report)?.testResults.map((file) => ({
    name: file.name.slice(run.tree.length + 1),
    passed: file.status === 'passed',
    seconds: (file.endTime - file.startTime) / 1000,
    from: file.startTime,
    to: file.endTime,
    title: file.assertionResults.find(({ status }) => status === 'failed')?.fullName,
  }))
  return { results: results ?? [], isGood: code === 0, isLate, output }
}

interface Suite {
  suites?: Suite[]
  specs?: {
    file: string
    line: number
    title: string
    ok: boolean
    tests: { results: { startTime: string; duration: number; status: string }[] }[]
  }[]
}

/** Runs stories on a hospital of their own, a copy of the run's filled hospital. */
export async function runStories(
  run: Run,
  chosen: string[],
  env: Record<string, string>,
  seconds: number,
  port = run.port,
): Promise<Results> {
  const data = join(run.place, `data-${randomUUID()}`)
  // Copied with their owners, because PostgreSQL reads only files of its own account.
  execFileSync('cp', ['-a', run.data, data])
  const report = join(run.place, `${randomUUID()}.json`)
  const words = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'scripts/mutants/playwright.config.ts',
  ]
  const { code, isLate, output } = await runNode(
    [...words, '--pass-with-no-tests', '--reporter=json', ...chosen],
    {
      cwd: run.tree,
      env: {
        ...run.env,
        ...switches(run),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        E2E_PORT: String(port),
        E2E_DATA: data,
        ...env,
      },
      seconds,
    },
  )
  rmSync(data, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  const read = takeReport<Suite & { stats: { startTime: string } }>(report)
  const results = storiesOf(read ?? {})
  const beganAt = Math.min(...results.map(({ from }) => from))
  return { results, isGood: code === 0, isLate, beganAt, output }
}

function storiesOf({ suites = [], specs = [] }: Suite): Result[] {
  const own = specs.flatMap(({ file, line, title, ok, tests }) =>
    tests.flatMap(({ results }) =>
      results
        .filter(({ status }) => status !== 'skipped')
        .map(({ startTime, duration }) => ({
          name: `e2e/${file}:${line}`,
          passed: ok,
          seconds: duration / 1000,
          from: Date.parse(startTime),
          to: Date.parse(startTime) + duration,
          ...(!ok && { title }),
        })),
    ),
  )
  return [...own, ...suites.flatMap(storiesOf)]
}

function takeReport<Report>(file: string): Report | undefined {
  if (!existsSync(file)) return undefined
  const report = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(file)
  return report
}

/** The environment that tells every process of the run which fault is switched on. */
function switches({ tree }: Run): Record<string, string> {
  return { NODE_OPTIONS: `--import=${pathToFileURL(join(tree, 'scripts/mutants/switch.mjs')).href}` }
}

// Starts Vitest and Playwright, and reads their reports.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export interface Result {
  passed: number
  failed: number
  /** File, title and message of each test that failed, even if it passed on a second try. */
  failures: string[]
  /** The names of tests that passed only on a second try. */
  flaky: string[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  stats: { expected: number; unexpected: number; flaky: number }
  errors: ReportedError[]
}

interface PlaywrightSuite {
  file: string
  specs: {
    title: string
    file: string
    tests: { status: string; results: { errors: ReportedError[] }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

/** Starts Vitest. `atTail` is called when hardly a file is left, or at the end. */
export async function runVitest(directory: string, words: string[], atTail: () => void): Promise<Result> {
  const report = join(directory, 'vitest.json')
  const child = start(['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...words], {
    LANTERN_REPORT: report,
  })
  child.on('message', (message) => message === 'tail' && atTail())
  const code = await ended(child)
  atTail()
  return resultOf(code, report, (result: Result) => result)
}

export async function runPlaywright(directory: string, words: string[]): Promise<Result> {
  const report = join(directory, 'playwright.json')
  const child = start(
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--pass-with-no-tests',
      '--reporter=list,json',
      ...words,
    ],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
  return resultOf(await ended(child), report, ({ suites, stats, errors }: PlaywrightReport) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [
      ...suites.flatMap((suite) => endedAs('unexpected', suite)),
      ...errors.map((error) => whatItSaid('Playwright', [error])),
    ],
    flaky: suites.flatMap((suite) => endedAs('flaky', suite)),
  }))
}

function endedAs(ending: string, { specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === ending)
      .map(({ results }) =>
        whatItSaid(
          `e2e/${file}: ${title}`,
          results.flatMap(({ errors }) => errors),
        ),
      ),
  )
  return [...own, ...suites.flatMap((suite) => endedAs(ending, suite))]
}

/** An error as Vitest (`stacks`) and Playwright (`location`) report it. */
interface ReportedError {
  message?: string | undefined
  stacks?: readonly Place[] | undefined
  location?: Place | undefined
}

interface Place {
  file: string
  line: number
}

/**
 * A test's name, with the beginning of its first error and the line. It contains no `; `, which separates it from the
 * next test.
 */
export function whatItSaid(test: string, [error]: readonly ReportedError[]): string {
  const said = stripVTControlCharacters(error?.message ?? 'no error')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
  const place = error?.location ?? error?.stacks?.[0]
  const where = place ? `, ${basename(place.file)}:${place.line}` : ''
  return `${test} [${said.length > 300 ? `${said.slice(0, 300)}…` : said}${where}]`.replaceAll(';', ',')
}

let isInterrupted = false

/** Whether a signal has ended the run, so that nothing more is started. */
export const wasInterrupted = () => isInterrupted

/** Starts a runner. A signal to this process is passed on to it. */
function start(words: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isInterrupted = true
      child.kill(signal)
    })
  }
  return child
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** The runner's report; a runner that failed without naming a failed test counts as one failure. */
function resultOf<Report>(code: number, file: string, read: (report: Report) => Result): Result {
  if (!existsSync(file)) return { passed: 0, failed: code === 0 ? 0 : 1, failures: [], flaky: [] }
  const result = read(JSON.parse(readFileSync(file, 'utf8')))
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}

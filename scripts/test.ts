// `npm test`: everything, Vitest and then Playwright. Ends with one line for both: `tests: N passed, N failed`.
// Words after `npm test --` choose files, of both.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.ts'

interface Count {
  passed: number
  failed: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
}

const reports = mkdtempSync(join(tmpdir(), 'lantern-reports-'))
const chosen = process.argv.slice(2)

const counts = [await runVitest(), await runPlaywright()]
rmSync(reports, { recursive: true, force: true })
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
process.exitCode = failed > 0 ? 1 : 0
console.log(`tests: ${passed} passed, ${failed} failed`)

async function runVitest(): Promise<Count> {
  const file = join(reports, 'vitest.json')
  const words = [
    'run',
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const code = await run(['node_modules/vitest/vitest.mjs', ...words, ...chosen])
  return count(code, file, (report: VitestReport) => ({
    passed: report.numPassedTests,
    // A file that could not even be read has no tests to fail.
    failed:
      report.numFailedTests +
      report.testResults.filter(
        ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
      ).length,
  }))
}

async function runPlaywright(): Promise<Count> {
  if (!ensureChromium('stories')) {
    console.error(
      'The browser tests could not run: there is no Chromium, and it could not be installed; install it, for example with: sudo apt-get install chromium',
    )
    return { passed: 0, failed: 1 }
  }
  const file = join(reports, 'playwright.json')
  const words = ['test', '--pass-with-no-tests', '--reporter=list,json']
  const code = await run(['node_modules/@playwright/test/cli.js', ...words, ...chosen], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  return count(code, file, ({ stats, errors }: PlaywrightReport) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }))
}

function run(words: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, words, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => child.kill(signal))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** What the runner reported; a runner that failed without naming a failed test counts as one. */
function count<Report>(code: number, file: string, read: (report: Report) => Count): Count {
  if (!existsSync(file)) return { passed: 0, failed: code === 0 ? 0 : 1 }
  const result = read(JSON.parse(readFileSync(file, 'utf8')))
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}

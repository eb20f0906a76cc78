// The stories that judge faults. They run as in `npm test`, but one after another, in a browser in which the fault is
// switched on.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, defineConfig, test } from '@playwright/test'
import ours from '../../playwright.config.ts'

const root = join(import.meta.dirname, '../..')
const { MUTANTS_ACTIVE, MUTANTS_NOTES, MUTANTS_WORKERS } = process.env

const launch = chromium.launch.bind(chromium)
chromium.launch = async (options) => {
  const browser: Browser = await launch(options)
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (wishes) => prepared(await newContext(wishes))
  return browser
}
const launchPersistentContext = chromium.launchPersistentContext.bind(chromium)
chromium.launchPersistentContext = async (place, options) =>
  prepared(await launchPersistentContext(place, options))

/**
 * Switches the fault on in each page with a script that runs first, because a page has no environment as a process has.
 */
async function prepared(context: BrowserContext): Promise<BrowserContext> {
  if (MUTANTS_NOTES) {
    await context.exposeBinding('noteFault', (_, fault: string) => note(MUTANTS_NOTES, fault))
    await context.addInitScript(() => {
      const noted = new Set()
      const set = (_: object, fault: string) => {
        if (!noted.has(fault)) Reflect.get(globalThis, 'noteFault')?.(fault)
        noted.add(fault)
        return true
      }
      const counts = new Proxy({}, { get: () => 0, set })
      Reflect.set(globalThis, '__stryker__', { mutantCoverage: { static: counts, perTest: {} } })
    })
  } else if (MUTANTS_ACTIVE) {
    await context.addInitScript((activeMutant) => {
      Reflect.set(globalThis, '__stryker__', { activeMutant, hitCount: 0, hitLimit: 1_000_000 })
    }, MUTANTS_ACTIVE)
  }
  return context
}

function note(file: string, fault: string): void {
  const { file: path, line } = test.info()
  const story = `${path.slice(root.length + 1)}:${line}`
  appendFileSync(file, `${JSON.stringify({ fault, at: Date.now(), file: story })}\n`)
}

export default defineConfig({
  ...ours,
  testDir: join(root, 'e2e'),
  testIgnore: '**/*.sweep.spec.ts',
  outputDir: join(root, 'test-results', process.env.E2E_PORT ?? ''),
  workers: Number(MUTANTS_WORKERS ?? 1),
  retries: 0,
  timeout: 60_000,
  webServer: ours.webServer && !Array.isArray(ours.webServer) ? { ...ours.webServer, cwd: root } : [],
})

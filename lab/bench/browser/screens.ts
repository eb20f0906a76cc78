import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { ensureChromium, launchOptions } from '../../scripts/chromium.ts'
import { type Running, startLantern } from '../processes.ts'

/** What an act of somebody at a screen took. */
export interface Times {
  /** Milliseconds that the page worked until it was drawn. */
  work: number
  /** Milliseconds on the clock until then. */
  passed: number
}

/** Does something in a browser, on a server of a hospital's own; both are gone afterwards. */
export async function inBrowser<Result>(
  hospital: Parameters<typeof startLantern>[0],
  act: (context: BrowserContext, server: Running) => Promise<Result>,
): Promise<Result> {
  if (!ensureChromium()) throw new Error('There is no Chromium, and it could not be installed.')
  const server = await startLantern(hospital, { withWeb: true })
  try {
    const browser = await chromium.launch(launchOptions())
    try {
      return await act(await browser.newContext({ baseURL: server.origin, locale: 'en-GB' }), server)
    } finally {
      await browser.close()
    }
  } finally {
    await server.stop()
  }
}

/** A page where an administrator has signed in, once what it is to show is there. */
export async function pageAt(context: BrowserContext, path: string, shown: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await page.getByLabel('E-mail').fill('admin@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('lantern-demo-2026')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator(shown).first().waitFor()
  return page
}

/** Reads how long the page's thread has worked so far, in milliseconds of its own time. */
export async function workOf(page: Page): Promise<() => Promise<number>> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await browser.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}

/** The most of it that a page may do at once. */
export const mostWork = 50

/** A measurement that does not find a page which works for long proves nothing of the others. */
export function requireFault({ work, passed }: Times) {
  if (work > mostWork) return
  throw new Error(`A page worked for long, and that was not found: ${work} ms, ${passed} ms on the clock.`)
}

/** In the browser. By the clock: of so much a page has enough for itself on a busy machine too. */
export const workOnInput = `document.addEventListener('input', () => {
  const end = performance.now() + ${8 * mostWork}
  while (performance.now() < end);
}, { capture: true })`

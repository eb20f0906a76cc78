import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { ensureChromium, launchOptions } from '../../../testbed/chromium.ts'
import type { Server } from '../../../testbed/servers.ts'
import { startLantern } from '../processes.ts'

/** How long the page takes after a user's action. */
export interface Times {
  /** Milliseconds of the page's own work until the result is drawn. */
  work: number
  /** Milliseconds by the clock until the result is drawn. */
  passed: number
}

/** Starts a server on the hospital and a browser for `act`, and ends both afterwards. */
export async function inBrowser<Result>(
  hospital: Parameters<typeof startLantern>[0],
  act: (context: BrowserContext, server: Server) => Promise<Result>,
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

/** Opens a page as the administrator, and returns it once `shown` is there. */
export async function pageAt(context: BrowserContext, path: string, shown: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await page.getByLabel('E-mail').fill('admin@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('lantern-demo-2026')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator(shown).first().waitFor()
  return page
}

/** Returns a function that reads how long the page's thread has worked so far, in milliseconds of CPU time. */
export async function workOf(page: Page): Promise<() => Promise<number>> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await browser.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}

/** The longest that a page may work at once, in milliseconds. */
export const mostWork = 50

/** Checks that a page which works for long is noticed, because otherwise the other times prove nothing. */
export function requireFault({ work, passed }: Times) {
  if (work > mostWork) return
  throw new Error(`A page worked for long, and that was not found: ${work} ms, ${passed} ms on the clock.`)
}

/**
 * A script for the browser that keeps the page busy. It goes by the clock, for so long that even on a busy machine the
 * page works for more than `mostWork` of that time.
 */
export const workOnInput = `document.addEventListener('input', () => {
  const end = performance.now() + ${8 * mostWork}
  while (performance.now() < end);
}, { capture: true })`

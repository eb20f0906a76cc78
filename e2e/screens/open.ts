import type { Page } from '@playwright/test'
import { tier } from '../../scripts/suite/tiers.ts'

/**
 * Shows the screen at an address. Where the page shows a screen of the app already, `npm test` goes there as a link does,
 * for a third of what a load costs. The exhaustive tier loads each screen anew.
 */
export async function openScreen(page: Page, path: string): Promise<void> {
  if (tier === 'exhaustive' || !(await page.evaluate<boolean>(`(${go})(${JSON.stringify(path)})`)))
    await page.goto(path)
}

// What runs in the browser is text: this side knows no document. A form that was begun asks nothing: a load does not either.
const go = `async (path) => {
  const router = window.__TSR_ROUTER__
  if (!router) return false
  router.history.push(path, undefined, { ignoreBlocker: true })
  const keyOf = (location) => location?.state.__TSR_key
  const isThere = () => router.state.status === 'idle' && keyOf(router.state.resolvedLocation) === keyOf(router.history.location)
  do await new Promise(requestAnimationFrame)
  while (!isThere())
  await new Promise(requestAnimationFrame)
  return true
}`

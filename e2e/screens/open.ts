import type { Page } from '@playwright/test'
import { tier } from '../../scripts/suite/tiers.ts'

/**
 * Shows the screen at an address. If the page already shows a screen of the app, `npm test` navigates within it, which
 * costs a third of a load. The exhaustive tier loads every screen from its address, unless a story says otherwise.
 */
export async function openScreen(page: Page, path: string, byLink = tier !== 'exhaustive'): Promise<void> {
  if (!byLink || !(await page.evaluate<boolean>(`(${go})(${JSON.stringify(path)})`))) await page.goto(path)
}

// A script for the browser. It is text, because this program is compiled without the browser's types. Like a load, it
// doesn't ask about an unsaved form.
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

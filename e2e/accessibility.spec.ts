import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { refusedScopes } from './every-screen/checks.ts'
import { signIn, test } from './people.ts'
import { accessTours } from './screens/access.ts'
import { bedTours } from './screens/beds.ts'
import { dashboardTours } from './screens/dashboard.ts'
import { newsTours } from './screens/news.ts'
import { patientTours } from './screens/patients.ts'
import { publicTours } from './screens/public.ts'
import { queueTours } from './screens/queue.ts'
import { secondStepTours } from './screens/second-step.ts'
import { storeTours } from './screens/store.ts'
import type { Look } from './screens/tour.ts'
import { visitNoteTours } from './screens/visit-notes.ts'
import { vitalsTours } from './screens/vitals.ts'

/** Every screen, with its dialogs and its errors, in light and dark: no barrier that axe finds, and nothing cut off. */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colours = ['color-contrast', 'link-in-text-block']
const places = ['target-size', 'scrollable-region-focusable']
/**
 * Light and dark differ in colours alone, and so do two widths in colours and places where the same is there: half of the
 * time goes into all else.
 */
const rules = {
  all: { type: 'tag', values: standards },
  ofWidths: { type: 'rule', values: [...colours, ...places] },
  ofColours: { type: 'rule', values: colours },
} satisfies Record<string, RunOptions['runOnly']>

test.describe.configure({ mode: 'parallel' })

for (const { name, by, looks, states } of [
  // First, while no story calls the patients who wait.
  ...queueTours,
  ...accessTours,
  ...secondStepTours,
  ...publicTours,
  ...dashboardTours,
  ...bedTours,
  ...patientTours,
  ...storeTours,
  ...vitalsTours,
  ...visitNoteTours,
  ...newsTours,
]) {
  test(`${name}: no barrier, nothing cut off`, async ({ page, browser }) => {
    test.setTimeout(600_000)
    const [first] = looks
    const refused = refusedScopes(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (by) await signIn(page, by)
    if (first) await page.setViewportSize(sizeOf(first))
    for await (const state of states(page, browser)) {
      const open: number = await page.evaluate(opened)
      for (const look of looks) {
        await test.step(`${state}, ${look.width} px, ${look.colorScheme}`, async () => {
          await show(page, look)
          await expect.poll(() => page.evaluate(opened)).toBe(open)
          expect.soft(await barriers(page, look)).toEqual([])
          expect.soft(await cutOff(page)).toEqual([])
        })
      }
      if (first) await show(page, first)
    }
    // A screen follows nothing that its role may not see; without a second step nobody sees anything.
    if (by) expect.soft(refused).toEqual([])
  })
}

test('what is a barrier, too faint or cut off is found', async ({ page }) => {
  const looks: Look[] = [
    { width: 390, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
    { width: 320, colorScheme: 'light' },
    { width: 1280, colorScheme: 'light' },
  ]
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  for (const look of looks) {
    await show(page, look)
    expect(await barriers(page, look)).toEqual([])
    expect(await cutOff(page)).toEqual([])
  }
  await page.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend',
    '<img src="data:,"><img src="data:,wide" class="mantine-visible-from-md"><p style="color: #999; background: #888">faint</p><div style="width: 1900px">wide</div>')`)
  for (const look of looks) {
    await show(page, look)
    const found = (await barriers(page, look)).join('\n')
    expect(found).toContain('color-contrast: ')
    // The rule was asked of the first width; what another width shows for the first time is judged by all.
    expect(found.includes('data:,"')).toBe(
      (look.width === 390 && look.colorScheme === 'light') || look.width === 1280,
    )
    expect(found.includes('data:,wide')).toBe(look.width === 1280)
    expect(await cutOff(page)).not.toEqual([])
  }
})

const sizeOf = ({ width }: Look) => ({ width, height: width < 768 ? 844 : 720 })

async function show(page: Page, look: Look): Promise<void> {
  const { colorScheme } = look
  await page.setViewportSize(sizeOf(look))
  await page.evaluate(drawAll)
  await page.emulateMedia({ colorScheme })
  const html = page.locator('html')
  // The public pages follow the device with no script.
  if (!(await html.getAttribute('data-mantine-color-scheme'))) return
  await expect(html).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

async function barriers(page: Page, { colorScheme }: Look): Promise<string[]> {
  await page.evaluate(untilStill)
  // Reading axe takes as long as a small page, and once for each document is enough.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const runOnly =
    colorScheme === 'dark' ? rules.ofColours : (await page.evaluate(isJudged)) ? rules.ofWidths : rules.all
  const options: RunOptions = { runOnly, resultTypes: ['violations'] }
  const { violations }: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)
  const found: string[] = []
  for (const { id, nodes } of violations) {
    for (const { html, target, any, none } of nodes) {
      // What an open dialog covers by half is nobody's target before it is closed.
      if (id === 'target-size' && (await isBehindDialog(page, String(target.at(-1))))) continue
      found.push(`${id}: ${html} ${[...any, ...none].map(({ message }) => message)}`)
    }
  }
  return found
}

function isBehindDialog(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const modal = document.querySelector('[aria-modal="true"]')
    return Boolean(modal && !modal.contains(document.querySelector(${JSON.stringify(selector)})))
  })()`)
}

/** What is wider than the window, or than the dialog that it is in. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(`[document.documentElement, ...document.querySelectorAll('[role="dialog"]')]
    .filter((element) => element.scrollWidth > element.clientWidth)
    .map((element) => element.tagName + ' of ' + element.clientWidth + ' px holds ' + element.scrollWidth)`)
}

// What runs in the browser is text: this side knows no document.

// Cards out of sight are not drawn, and would keep the colours of the scheme before.
const drawAll = `for (const element of document.querySelectorAll('*')) {
  if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible'
}`

/** How many dialogs, menus and lists of options are open: none closes because the window becomes narrower. */
const opened = `[...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true })).length`

/** Whether all that is there, and seen, was there before in this document, of whatever size and wherever it stood. */
const isJudged = `(() => {
  const there = [...document.querySelectorAll('*')].map((element) => {
    const { display, visibility, opacity, clipPath } = getComputedStyle(element)
    const { width, height, right } = element.getBoundingClientRect()
    const { letterSpacing, wordSpacing, lineHeight } = element.style ?? {}
    // What a drawing is made of is its size.
    const counts = element.closest('svg') ? /^(role|tabindex|aria-.*)$/ : /^(?!style$)/
    const attributes = [...element.attributes].filter(({ name }) => counts.test(name)).map(({ name, value }) => name + '=' + value)
    const texts = [...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data)
    return [element.tagName, display, visibility, opacity === '0', clipPath, width > 0 && height > 0, right > 0,
      letterSpacing, wordSpacing, lineHeight, attributes, texts]
  })
  const all = JSON.stringify(there)
  window.judged ??= new Set()
  return judged.size === judged.add(all).size
})()`

// What fades in is judged once it is there.
const untilStill = `new Promise((resolve) => {
  const moves = (animation) =>
    animation.playState === 'running' && animation.effect.getComputedTiming().endTime !== Infinity
  const look = () => (document.getAnimations().some(moves) ? requestAnimationFrame(look) : resolve())
  requestAnimationFrame(() => requestAnimationFrame(look))
})`

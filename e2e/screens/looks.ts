import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, expect, type Page, type TestType } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { refusedScopes } from '../every-screen/checks.ts'
import { signIn } from '../people.ts'
import type { Look, Tour } from './tour.ts'

/**
 * The findings in a state: barriers by axe, and elements that are cut off. Contrast takes most of the time, so it can
 * be left out.
 */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const contrast = 'color-contrast'
const colours = [contrast, 'link-in-text-block']
const places = ['target-size', 'scrollable-region-focusable']

/** The rules to check: all but contrast, all, or only those about colours. */
export type Asked = 'all but contrast' | 'all' | 'colours'

/** If two widths show the same elements, they differ only in colours and places, so that all other rules run once. */
function rulesOf(asked: Asked, isJudged: boolean): RunOptions {
  if (asked === 'colours') return { runOnly: { type: 'rule', values: colours } }
  const values = asked === 'all' ? [...colours, ...places] : places
  if (isJudged) return { runOnly: { type: 'rule', values } }
  return {
    runOnly: { type: 'tag', values: standards },
    rules: { [contrast]: { enabled: asked === 'all' } },
  }
}

/** Walks a tour, and checks each of its states in each look. */
export async function walk(
  { page, browser }: { page: Page; browser: Browser },
  { by, states }: Tour,
  looks: readonly (Look & { asked: Asked })[],
  step: TestType<object, object>['step'],
): Promise<void> {
  const [first] = looks
  const refused = refusedScopes(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (by) await signIn(page, by)
  if (first) await page.setViewportSize(sizeOf(first))
  for await (const state of states(page, browser)) {
    const open: number = await page.evaluate(opened)
    for (const look of looks) {
      await step(`${state}, ${look.width} px, ${look.colorScheme}`, async () => {
        await show(page, look)
        await expect.poll(() => page.evaluate(opened)).toBe(open)
        expect.soft(await barriers(page, look.asked)).toEqual([])
        expect.soft(await cutOff(page)).toEqual([])
      })
    }
    if (first) await show(page, first)
  }
  // A screen must follow only scopes that its role may see. An account that still needs a second step may see none.
  if (by) expect.soft(refused).toEqual([])
}

const sizeOf = ({ width }: Look) => ({ width, height: width < 768 ? 844 : 720 })

export async function show(page: Page, look: Look): Promise<void> {
  const { colorScheme } = look
  await page.setViewportSize(sizeOf(look))
  await page.evaluate(drawAll)
  await page.emulateMedia({ colorScheme })
  const html = page.locator('html')
  // The public pages use the device's colours without a script.
  if (!(await html.getAttribute('data-mantine-color-scheme'))) return
  await expect(html).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

export async function barriers(page: Page, asked: Asked): Promise<string[]> {
  await page.evaluate(untilStill)
  // Loading axe takes as long as a small page, so it is loaded once for each document.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  // Each look notes the elements that it has checked.
  const options = { ...rulesOf(asked, await page.evaluate(isJudged)), resultTypes: ['violations'] }
  const place = asked === 'all but contrast' ? inFront : 'document'
  const { violations }: AxeResults = await page.evaluate(`axe.run(${place}, ${JSON.stringify(options)})`)
  const found: string[] = []
  for (const { id, nodes } of violations) {
    for (const { html, target, any, none } of nodes) {
      // An element that an open dialog half covers can't be pressed until the dialog closes.
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

/** Elements wider than the window or than their dialog. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(`[document.documentElement, ...document.querySelectorAll('[role="dialog"]')]
    .filter((element) => element.scrollWidth > element.clientWidth)
    .map((element) => element.tagName + ' of ' + element.clientWidth + ' px holds ' + element.scrollWidth)`)
}

// Scripts for the browser. They are text, because this program is compiled without the browser's types.

// Cards that are not visible are not drawn, and would keep the earlier colours.
const drawAll = `for (const element of document.querySelectorAll('*')) {
  if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible'
}`

// If a dialog covers the screen, only the dialog is checked: the screen was checked before, and the sweep checks both.
const inFront = `(() => {
  const root = document.getElementById('root')
  const isInFront = (dialog) => dialog.checkVisibility({ visibilityProperty: true }) && !root?.contains(dialog)
  if (![...document.querySelectorAll('[aria-modal="true"]')].some(isInFront)) return document
  return { include: [...document.body.children].filter((element) => element !== root) }
})()`

/** How many dialogs, menus and lists of options are open; none may close when the window becomes narrower. */
const opened = `[...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true })).length`

/** Whether everything that is visible was checked before in this document, whatever its size and place were. */
const isJudged = `(() => {
  const there = [...document.querySelectorAll('*')].map((element) => {
    const { display, visibility, opacity, clipPath } = getComputedStyle(element)
    const { width, height, right } = element.getBoundingClientRect()
    const { letterSpacing, wordSpacing, lineHeight } = element.style ?? {}
    // A drawing is identified by its size.
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

// Waits until elements that fade in are there.
const untilStill = `new Promise((resolve, reject) => {
  const moves = (animation) =>
    animation.playState === 'running' && animation.effect.getComputedTiming().endTime !== Infinity
  const began = performance.now()
  const look = () => {
    const moving = document.getAnimations().filter(moves)
    if (moving.length === 0) return resolve()
    if (performance.now() - began < 60000) return requestAnimationFrame(look)
    reject(new Error('Moves for a minute: ' + moving.map(({ effect }) => effect.target?.outerHTML.slice(0, 200))))
  }
  requestAnimationFrame(() => requestAnimationFrame(look))
})`

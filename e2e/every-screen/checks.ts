import { expect, type Locator, type Page } from '@playwright/test'

/** Checks for any screen: each returns the faults that it finds. planted.spec.ts tries them on careless pages. */

/** Presses Tab until the element has the focus. @throws if Tab doesn't lead there */
export async function tabTo(wanted: Locator, most = 60, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let press = 0; press < most; press++) {
    if (await wanted.evaluate((element) => element.matches(':focus'))) return
    await wanted.page().keyboard.press(key)
  }
  throw new Error(`Tab does not lead to ${wanted}`)
}

/** Faults that hide the focus from keyboard users. Screens and panels start at their content, which nothing marks. */
export async function unseenFocus(wanted: Locator): Promise<string[]> {
  if (!(await holds(() => expect(wanted).toBeFocused()))) return [`${wanted} has not the focus`]
  // A script for the browser. It is text, because this program is compiled without the browser's types.
  return wanted.page().evaluate(`(() => {
    const element = document.activeElement
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const isSeen = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    return [
      ...(element.matches(':focus-visible') ? [] : ['it does not look as if it had the focus']),
      ...(element.matches('main') || (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) ? [] : ['nothing marks it']),
      ...(isSeen ? [] : ['it is out of sight']),
    ]
  })()`)
}

/**
 * Faults in how a form reports an empty field: beside the field, as its description, and in a summary that links to it.
 */
export async function unsaid(
  form: Page,
  messages: readonly (readonly [Locator, string])[],
): Promise<string[]> {
  const faults: string[] = []
  for (const [field, message] of messages) {
    const ids = (await field.getAttribute('aria-describedby'))?.match(/\S+/g) ?? []
    const withField = await Promise.all(ids.map((id) => form.locator(`[id="${id}"]`).allTextContents()))
    if (!withField.flat().includes(message)) faults.push(`‘${message}’ is not said with its field`)
    if ((await field.getAttribute('aria-invalid')) !== 'true')
      faults.push(`the field of ‘${message}’ seems right`)
    const link = form.getByRole('alert').getByRole('link', { name: message, exact: true })
    if ((await link.count()) === 0) faults.push(`‘${message}’ is not in the summary`)
    else {
      await link.click()
      const isThere = await holds(() => expect(field).toBeFocused({ timeout: 2000 }))
      if (!isThere) faults.push(`‘${message}’ does not lead to its field`)
    }
  }
  return faults
}

/** Text that was on the screen before a reload and is gone after it. */
export async function lostByReload(
  screen: Page,
  shown: Readonly<Record<string, () => Promise<string | null>>>,
  {
    reload = () => screen.reload(),
    timeout = 10_000,
  }: { reload?: () => Promise<unknown>; timeout?: number } = {},
): Promise<string[]> {
  const before: [what: string, read: () => Promise<string | null>, was: string | null][] = []
  for (const [what, read] of Object.entries(shown)) before.push([what, read, await read()])
  await reload()
  const lost: string[] = []
  for (const [what, read, was] of before) {
    if (!(await holds(() => expect.poll(read, { timeout }).toBe(was)))) lost.push(what)
  }
  return lost
}

/** The scopes that the page asks to follow from now on, but may not. */
export function refusedScopes(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url())
    if (pathname === '/api/live' && [403, 422].includes(response.status()))
      refused.push(...searchParams.getAll('scope'))
  })
  return refused
}

/** Whether something on a page moves by itself, although the page's clock stands still. */
export async function movesByItself(page: Page, where: () => Promise<number>): Promise<boolean> {
  const before = await where()
  await page.clock.runFor(9000)
  await page.waitForTimeout(100)
  return (await where()) !== before
}

async function holds(expected: () => Promise<void>): Promise<boolean> {
  try {
    await expected()
    return true
  } catch {
    return false
  }
}

import { globSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { type Screen, screens, scriptsOf } from '../scripts/weight/weight.ts'
import { signIn, test } from './people.ts'
import { addressOf } from './screens/a-patient.ts'

/** Checks that scripts/weight/ measures everything that a browser loads before a screen is shown. */

for (const screen of screens) {
  test(`${screen.path} is shown to ${screen.by ?? 'anybody'} with the scripts that are weighed`, async ({
    page,
  }) => {
    if (screen.by) await signIn(page, screen.by)
    const loaded = await loadedToShow(page, screen)
    expect(loaded).not.toEqual([])
    expect(unweighed(loaded, screen)).toEqual([])
  })
}

test('a script that is loaded besides is found', async ({ page }) => {
  const [largest = ''] = globSync('dist/web/assets/*.js')
    .filter((name) => !/index-/.test(name))
    .toSorted((one, other) => statSync(other).size - statSync(one).size)
  await page.addInitScript(`import('/assets/${basename(largest)}')`)
  const [signInScreen] = screens
  if (!signInScreen) throw new Error('No screen is weighed')
  const loaded = await loadedToShow(page, signInScreen)
  expect(unweighed(loaded, signInScreen)).toContain(`assets/${basename(largest)}`)
})

function unweighed(loaded: readonly string[], { loads }: Screen): string[] {
  const weighed = new Set(scriptsOf(loads))
  return loaded.filter((name) => !weighed.has(name))
}

/** Opens a screen, and returns the scripts that were requested before it was shown. */
async function loadedToShow(page: Page, { path, shown }: Screen): Promise<string[]> {
  await page.addInitScript(`new MutationObserver((_, observer) => {
    if (!document.querySelector('${shown}')) return
    observer.disconnect()
    performance.mark('shown')
  }).observe(document, { childList: true, subtree: true })`)
  await page.goto(await addressOf(page, path))
  await page.locator(shown).first().waitFor()
  return page.evaluate(`performance.getEntriesByType('resource')
    .filter(({ name, startTime }) => /\\.m?js$/.test(name) && startTime < performance.getEntriesByName('shown')[0].startTime)
    .map(({ name }) => new URL(name).pathname.slice(1))`)
}

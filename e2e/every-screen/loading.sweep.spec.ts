import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { mostFiles, type Screen, screens, weightOf } from '../../scripts/weight/weight.ts'
import { dear, pageOf, test } from '../people.ts'
import { addressOf } from '../screens/a-patient.ts'

/** What the screens ask for after they are opened: for what is seen, and ahead of its need. */

/** Milliseconds from the opening until what is seen has been asked for, and until the rest has. */
const until = { shown: 900, ahead: 3500 }

for (const screen of screens) {
  const { path, by, most, mostAhead } = screen
  if (!mostAhead) continue
  test(`${path} asks for at most ${most} kB of script before it is shown, and ${mostAhead} in all`, async ({
    browser,
  }) => {
    dear('it waits until nothing more is fetched')
    const { shown, ahead } = await asked(browser, screen)
    const say = (scripts: readonly string[]) =>
      `${weightOf(scripts).toFixed(1)} kB in ${scripts.length} files`
    console.log(`${path}, ${by}: ${say(shown)} at ${until.shown} ms, ${say(ahead)} at ${until.ahead} ms`)
    expect(weightOf(shown)).toBeGreaterThan(190)
    expect(ahead.length).toBeGreaterThan(shown.length)
    expect.soft(weightOf(shown)).toBeLessThanOrEqual(most)
    expect.soft(shown.length).toBeLessThanOrEqual(mostFiles.shown)
    expect.soft(weightOf(ahead)).toBeLessThanOrEqual(mostAhead)
    expect.soft(ahead.length).toBeLessThanOrEqual(mostFiles.ahead)
  })
}

test('a script that is fetched at once beside the screen is found', async ({ browser }) => {
  const page = await pageOf(browser, 'admin')
  const [late = ''] =
    /[^"]+FinderDialog-[^"]+\.js/.exec(readFileSync('dist/web/.vite/manifest.json', 'utf8')) ?? []
  await page.addInitScript(`import('/${late}')`)
  expect((await askedOn(page, screens[1] as Screen)).shown).toContain(late)
})

async function asked(browser: Browser, screen: Screen) {
  if (!screen.by) throw new Error(`${screen.path} is opened by nobody.`)
  return askedOn(await pageOf(browser, screen.by), screen)
}

/**
 * On a slow computer the screen takes longer, and so does what comes after it. The page itself says when it was shown: from
 * outside that is known so late that what is fetched ahead would be counted.
 */
async function askedOn(page: Page, { path, shown }: Screen) {
  const address = await addressOf(page, path)
  await page.addInitScript(`{
    const look = () => {
      if (document.querySelector(${JSON.stringify(shown)})) window.shownAt ??= performance.now()
      else requestAnimationFrame(look)
    }
    look()
  }`)
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(shown).first().waitFor()
  const [shownAt, now] = (await page.evaluate('[shownAt, performance.now()]')) as [number, number]
  await page.waitForTimeout(Math.max(until.ahead, now + until.ahead - until.shown) - now)
  const all: { name: string; at: number }[] = await page.evaluate(`performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js'))
    .map(({ name, startTime }) => ({ name: new URL(name).pathname.slice(1), at: startTime }))`)
  const names = (before: number) => [...new Set(all.filter(({ at }) => at < before).map(({ name }) => name))]
  return { shown: names(Math.max(until.shown, shownAt)), ahead: names(Number.POSITIVE_INFINITY) }
}

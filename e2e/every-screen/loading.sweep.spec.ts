import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { mostFiles, type Screen, screens, weightOf } from '../../scripts/weight/weight.ts'
import { dear, pageOf, test } from '../people.ts'
import { addressOf } from '../screens/a-patient.ts'

/** The scripts that screens load after opening: first those for what is shown, then those fetched ahead. */

/** Milliseconds from the opening until the scripts for what is shown have been requested, and until all have. */
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
    expect.soft(weightOf(ahead), ahead.join(' ')).toBeLessThanOrEqual(mostAhead)
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
 * On a slow computer, the screen and everything after it take longer. The page itself notes when it was shown: seen
 * from outside, this is so late that scripts fetched ahead would be counted, too.
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

import { expect, type Page } from '@playwright/test'
import { openBeds } from '../bed-people.ts'
import { dear, pageOf, test } from '../people.ts'
import { openQueue } from '../queue-people.ts'

/** Pixels beside the page's content that hold nothing, on both sides together. */
async function unused(page: Page): Promise<number> {
  const [main, board] = await Promise.all(
    ['main', '[data-board]'].map((place) => page.locator(place).boundingBox()),
  )
  return main && board ? main.width - board.width : Number.POSITIVE_INFINITY
}

test('a board uses all of a screen that is 1920 px wide, but for its margins', async ({ browser }) => {
  dear('it opens both boards')
  const page = await pageOf(browser, 'doctor')
  await page.setViewportSize({ width: 1920, height: 1080 })
  const margins = 2 * 32
  await openQueue(page, '')
  expect(await unused(page)).toBeLessThanOrEqual(margins)
  await openBeds(page)
  expect(await unused(page)).toBeLessThanOrEqual(margins)
})

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

test('the first row of each list is in the upper part of a phone', async ({ browser }) => {
  dear('it opens every list')
  const page = await pageOf(browser, 'admin')
  await page.setViewportSize({ width: 390, height: 844 })
  const lists = `/patients /inventory /inventory/movements /purchase-orders /appointments /admissions /staff /formulary
    /audit`
  for (const path of lists.split(/\s+/)) {
    await page.goto(path)
    const row = page.locator('main').locator('tbody tr:not(:has(.mantine-Skeleton-root)), ol > li').first()
    await row.waitFor()
    // Figures and states above the list may still come.
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    const box = await row.boundingBox()
    expect.soft(box?.y, path).toBeLessThanOrEqual(320)
  }
})

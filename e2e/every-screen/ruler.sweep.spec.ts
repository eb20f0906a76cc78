import { type Browser, expect, type Locator, type Page, type ViewportSize } from '@playwright/test'
import { wellSet } from '../../server/testing/factories/vitals.ts'
import { admitted, bedIn, openBeds } from '../bed-people.ts'
import { sheets } from '../labels/printed.ts'
import { type NightHospital, openNightHospital } from '../own-hospital/night-hospital.ts'
import { call, type DemoAccount, dear, pageOf, signInAnew, test } from '../people.ts'
import { hospitalDay, openQueue, registered } from '../queue-people.ts'

/** The empty pixels on both sides of the page's content together. */
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
    // Figures and states above the list may still be loading.
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    const box = await row.boundingBox()
    expect.soft(box?.y, path).toBeLessThanOrEqual(320)
  }
})

/** How many cards of the usual height fit into the visible part of each column. */
const wholeCards = `[...document.querySelectorAll('[data-place="board"]')].map((list) => {
  const bar = document.querySelector('[data-thumb]')?.getBoundingClientRect().top ?? innerHeight
  const { top, bottom } = list.getBoundingClientRect()
  const heights = [...list.children].map((card) => card.getBoundingClientRect().height).sort((a, b) => a - b)
  const usual = heights[Math.floor((heights.length - 1) / 2)]
  const gap = parseFloat(getComputedStyle(list).rowGap)
  return Math.floor((Math.min(bottom, bar, innerHeight) - top + gap) / (usual + gap))
})`

/** How many bed cards are completely visible on the page, and within a board that scrolls by itself. */
const wholeBeds = `[...document.querySelectorAll('article')].filter((card) => {
  const { top, bottom } = card.getBoundingClientRect()
  const around = card.closest('section').getBoundingClientRect()
  return top >= Math.max(0, around.top) && bottom <= Math.min(innerHeight, around.bottom + 1)
}).length`

test.describe('in the middle of a day', () => {
  let hospital: NightHospital
  // Other stories add beds, and visits with allergies, which are never cut: their cards are higher.
  test.beforeAll(async () => {
    hospital = await openNightHospital({ filled: { patients: 600, visitsADay: 40, today: '2026-11-25' } })
    await hospital.setClock('2026-11-25T11:20:00Z')
  })
  test.afterAll(() => hospital.close())

  async function entered(browser: Browser, role: DemoAccount, viewport: ViewportSize): Promise<Page> {
    const page = await browser.newPage({ baseURL: hospital.origin, viewport })
    await signInAnew(page.request, role)
    return page
  }

  for (const { width, height, where, least } of [
    { width: 1366, height: 768, where: 'the computer of a hospital', least: 5 },
    { width: 720, height: 450, where: 'a laptop at 200 % zoom', least: 2 },
    { width: 320, height: 640, where: 'a small phone', least: 2 },
  ]) {
    test(`on ${where} at least ${least} cards of each column of the queue are seen whole`, async ({
      browser,
    }) => {
      dear('it opens the queue of a hospital of its own')
      for (const role of ['doctor', 'receptionist'] as const) {
        const page = await entered(browser, role, { width, height })
        await openQueue(page, '')
        await page.locator('[data-place="board"] > li').first().waitFor()
        // The cards of patients who are with a doctor are higher, by a row of buttons.
        // The first cards are drawn before the rest of the board.
        await expect(async () => {
          const [inQueue = 0, second = least, ...others] = await page.evaluate<number[]>(wholeCards)
          expect(Math.min(inQueue, ...others), role).toBeGreaterThanOrEqual(least)
          expect(second, role).toBeGreaterThanOrEqual(Math.min(4, least))
        }).toPass({ timeout: 5000 })
        await page.close()
      }
    })
  }

  test('on the computer of a hospital at least 18 beds are seen whole', async ({ browser }) => {
    dear('two people open the beds of a hospital of its own')
    for (const role of ['admin', 'doctor'] as const) {
      const page = await entered(browser, role, { width: 1366, height: 768 })
      await openBeds(page)
      await page.getByRole('article').first().waitFor()
      expect(await page.evaluate<number>(wholeBeds), role).toBeGreaterThanOrEqual(18)
      await page.close()
    }
  })
})

test('the head of a page that is scrolled stands in the bar, and takes nothing of what is below', async ({
  browser,
}) => {
  dear('six widths, each scrolled in small steps')
  const page = await pageOf(browser, 'admin')
  const title = page.getByRole('heading', { level: 1 })
  const action = page.locator('main').getByRole('link', { name: 'New Patient', exact: true })
  const bar = page.getByRole('banner').first()
  const edges = async (part: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {}
    return { left: x, right: x + width, top: y, bottom: y + height }
  }
  for (const width of [320, 390, 768, 1024, 1366, 1920]) {
    await page.setViewportSize({ width, height: 768 })
    await page.goto('/patients')
    await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled()
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    const before = await edges(title)
    const length = await page.evaluate<number>('document.documentElement.scrollHeight')
    await page.mouse.move(width / 2, 500)
    // In small steps, as by hand.
    for (let step = 0; step < 70; step++) await page.mouse.wheel(0, 10)
    await expect(page.locator('[data-shrunk]')).toBeVisible()
    const [after, { bottom }] = [await edges(title), await edges(bar)]
    expect.soft(after.top, `${width} px: the title`).toBe(0)
    expect.soft(after.bottom, `${width} px: the title`).toBeLessThanOrEqual(bottom)
    // On the smallest phone it is behind the button of the other actions.
    if (width >= 390) {
      const { left, bottom: low } = await edges(action)
      expect.soft(after.right, `${width} px: the title beside the action`).toBeLessThanOrEqual(left)
      expect.soft(low, `${width} px: the action`).toBeLessThanOrEqual(bottom)
    }
    // The bell is another element, without a place for a moment, once its panel has been loaded.
    const bell = bar.getByRole('button', { name: /notifications/i })
    await expect
      .poll(async () => (await edges(bell)).left, `${width} px: the title beside the bell`)
      .toBeGreaterThanOrEqual(after.right)
    expect.soft(await page.evaluate('document.documentElement.scrollHeight'), `${width} px`).toBe(length)
    await page.mouse.wheel(0, -700)
    await expect.poll(async () => (await edges(title)).top).toBe(before.top)
  }
  await page.mouse.wheel(0, 700)
  await page.getByRole('button', { name: 'More actions' }).click()
  await action.click()
  await expect(page).toHaveURL(/\/patients\/new/)
})

test('the Tab key stops at most 60 times on a full queue', async ({ browser }) => {
  dear('it opens a filled queue')
  for (const role of ['doctor', 'receptionist'] as const) {
    const page = await pageOf(browser, role)
    await openQueue(page, '')
    await page.locator('[data-place="table"] tbody a').first().waitFor()
    const stops = await page.evaluate<number>(
      `[...document.querySelectorAll('a[href], button, input, [tabindex="0"]')].filter(
        (one) => one.tabIndex >= 0 && one.checkVisibility()).length`,
    )
    expect(stops, role).toBeLessThanOrEqual(60)
  }
})

test('an item with many movements is two screens high at most, and they are a table from 1024 px', async ({
  browser,
}) => {
  dear('it opens an item at two widths')
  const page = await pageOf(browser, 'admin')
  const { items } = await call(page.request, 'GET', '/inventory/movements?limit=200')
  const ids = (items as { inventoryItemId: string }[]).map(({ inventoryItemId }) => inventoryItemId)
  const times = (id: string) => ids.filter((one) => one === id).length
  const [busiest] = ids.toSorted((one, other) => times(other) - times(one))
  const rows = page.getByRole('table', { name: 'Movements, newest first' }).locator('tbody tr')
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/inventory/${busiest}`)
    await expect(rows).toHaveCount(10)
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
    await expect(rows.first()).toHaveCSS('display', 'table-row')
    const height = await page.locator('html').evaluate((html) => html.scrollHeight)
    expect.soft(height, `${width} px wide`).toBeLessThanOrEqual(1800)
  }
})

test('a record that somebody opened is one row of the audit log, and rows are a line high', async ({
  browser,
}) => {
  dear('two people, and the log with many entries')
  const [doctor, admin] = [await pageOf(browser, 'doctor'), await pageOf(browser, 'admin')]
  const patient = await registered(admin)
  await doctor.goto(`/patients/${patient.id}`)
  await expect(doctor.getByRole('region', { name: 'Patient' })).toContainText(patient.mrn)
  await admin.setViewportSize({ width: 1440, height: 900 })
  const rows = admin.getByRole('list', { name: 'Entries, newest first' }).locator('> li')
  // Audit entries are written a moment after the events.
  await expect(async () => {
    await admin.goto(`/audit?patient=${patient.id}&kind=opened`)
    const opened = rows.filter({ hasText: 'Anika Mehta' })
    await expect(opened).toHaveCount(1)
    await expect(opened.getByRole('button', { name: /^([6-9]|[12]\d) entries$/ })).toBeVisible()
  }).toPass()

  const heightsOf = () => rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  expect(Math.max(...(await heightsOf()))).toBeLessThanOrEqual(40)
  await admin.goto('/audit')
  await expect(rows).not.toHaveCount(0)
  expect(Math.max(...(await heightsOf()))).toBeLessThanOrEqual(40)
})

test('ten inpatients or more are on a sheet of the ward list, with room to write', async ({ browser }) => {
  const page = await pageOf(browser, 'doctor')
  await page.addInitScript('window.print = () => {}')
  await openBeds(page)
  await page.getByRole('button', { name: 'Print Ward List' }).click()
  const rows = page.locator('[data-print-sheet] tr[data-goes-on]')
  await expect(rows).not.toHaveCount(0)
  const millimetre = 96 / 25.4
  // The width of A4 between its margins; of its height 215 mm are left for rows.
  await page.setViewportSize({ width: Math.round(182 * millimetre), height: 1000 })
  await page.emulateMedia({ media: 'print' })
  const measured = await rows.evaluateAll((all) =>
    all.map((row) => {
      const notes = row.querySelector('td:last-child')?.getBoundingClientRect()
      return { height: notes?.height ?? 0, width: notes?.width ?? 0 }
    }),
  )
  const heights = measured.map(({ height }) => height).toSorted((one, other) => one - other)
  expect(heights[Math.floor(heights.length / 2)]).toBeLessThanOrEqual((215 / 10) * millimetre)
  expect(heights[0]).toBeGreaterThanOrEqual(16 * millimetre)
  expect(Math.min(...measured.map(({ width }) => width))).toBeGreaterThanOrEqual(38 * millimetre)
  await page.emulateMedia({ media: null })
  expect((await sheets(page)).length).toBeLessThanOrEqual(Math.ceil(heights.length / 7))
})

test('the tabs and the vital signs of a record are on its first screen, on a phone and of an inpatient too', async ({
  browser,
}) => {
  dear('it opens two records at two widths')
  const page = await pageOf(browser, 'doctor')
  const desk = await pageOf(browser, 'receptionist')
  const [outpatient, inpatient] = [await registered(desk), await registered(desk)]
  const bed = await bedIn(await pageOf(browser, 'admin'), 'GENERAL')
  // An admission with notes and an expected discharge takes the most room.
  const { id: admission } = await admitted(page, bed, inpatient, {
    notes: 'Bring the walking frame',
    expectedDischargeDate: await hospitalDay(page, 3),
  })
  const acuity = { acuity: 'STABLE', note: 'Afebrile since Monday' }
  await call(page.request, 'POST', `/admissions/${admission}/acuity`, acuity)
  for (const { id } of [outpatient, inpatient]) {
    await call(page.request, 'POST', `/patients/${id}/vitals`, wellSet)
  }
  for (const { width, height, tabs, vitals } of [
    { width: 1440, height: 900, tabs: 300, vitals: 620 },
    { width: 390, height: 844, tabs: 300, vitals: 900 },
  ]) {
    await page.setViewportSize({ width, height })
    for (const [who, { id }] of Object.entries({ outpatient, inpatient })) {
      await page.goto(`/patients/${id}`)
      const heading = page.getByRole('heading', { name: 'Recent Vital Signs' })
      await expect(heading).toBeVisible()
      const [list, signs] = [await page.getByRole('tablist').boundingBox(), await heading.boundingBox()]
      expect.soft(list?.y, `tabs of an ${who}, ${width} px wide`).toBeLessThanOrEqual(tabs)
      expect.soft(signs?.y, `vital signs of an ${who}, ${width} px wide`).toBeLessThanOrEqual(vitals)
    }
  }
})

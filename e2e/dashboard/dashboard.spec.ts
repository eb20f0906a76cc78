import { expect, type Locator, type Page } from '@playwright/test'
import { bedCard, bedIn } from '../bed-people.ts'
import { call, pageOf, test } from '../people.ts'
import { booked, card, doctorOf, hospitalDay, queued, registered } from '../queue-people.ts'
import { itemOf } from '../store-people.ts'

const figures = (page: Page) => page.locator('main a:has(> span + span + span)')
const labels = async (page: Page) =>
  (await figures(page).locator('span:first-child').allTextContents()).filter((text) => /^[A-Z]/.test(text))
/** The card of a figure, once it shows this number. */
function figure(page: Page, label: string, says?: number | string): Locator {
  return page.getByRole('link', { name: new RegExp(`^${label}${says === undefined ? '' : ` ?${says}\\D`}`) })
}

test('a doctor sees their own queue and inpatients first, and each figure change in place', async ({
  browser,
}) => {
  const [desk, admin] = [await pageOf(browser, 'receptionist'), await pageOf(browser, 'admin')]
  const { page, doctor } = await doctorOf(browser)
  const [patient, before, inpatient] = [
    await registered(desk),
    await registered(desk),
    await registered(desk),
  ]
  const booking = await booked(desk, patient, doctor, { time: '08:00' })
  const waiting = await booked(desk, before, doctor, { time: '08:15' })
  const bed = await bedIn(admin, 'ICU')

  await page.goto('/dashboard')
  await expect(figure(page, 'My Queue', 0)).toBeVisible()
  await expect(figure(page, 'My Inpatients', 0)).toBeVisible()
  expect((await labels(page)).slice(0, 2)).toEqual(['My Queue', 'My Inpatients'])
  const chart = page.getByRole('img', { name: /^Weekly Appointments\. / })
  await expect(chart).toBeVisible()
  // An event about a patient who comes and goes shows that the figure is followed. From now on it changes without a
  // read.
  await queued(desk, waiting)
  await expect(figure(page, 'My Queue', 1)).toBeVisible()
  await call(desk.request, 'DELETE', `/appointments/${waiting.id}`)
  await expect(figure(page, 'My Queue', 0)).toBeVisible()
  const release = Promise.withResolvers<void>()
  await page.route(/\/api\/(?!live)/, async (route) => {
    await release.promise
    await route.continue()
  })
  await queued(desk, booking)
  await expect(figure(page, 'My Queue', 1)).toContainText('Waiting for you')
  release.resolve()
  await call(desk.request, 'POST', '/admissions', {
    patientId: inpatient.id,
    bedId: bed.id,
    doctorId: doctor.id,
    diagnosis: 'Observation',
  })
  await expect(figure(page, 'My Inpatients', 1)).toBeVisible()
  const name = new RegExp(inpatient.lastName, 'i')
  await expect(page.getByRole('table', { name: 'My Inpatients' })).toContainText(name)
  await expect(page.getByRole('table', { name: 'Recent Admissions' })).toContainText(name)

  await figure(page, 'My Queue').click()
  await expect(page).toHaveURL(/\/opd-queue\?.*status=IN_QUEUE/)
  await expect(card(page, 'In Queue', patient)).toBeVisible()
  await expect(page.getByRole('table', { name: 'All Appointments' }).getByRole('row')).toHaveCount(2)
  await page.goBack()
  await figure(page, 'My Inpatients', 1).click()
  await expect(bedCard(page, bed)).toBeVisible()
  await expect(page.getByRole('article', { name: /^Bed / })).toHaveCount(1)
  await page.getByRole('button', { name: /My inpatients/ }).click()
  await expect(page).not.toHaveURL(/doctor=/)
  await expect(page.getByRole('article', { name: /^Bed / })).not.toHaveCount(1)
})

test('a store keeper sees stock and orders, and no patient', async ({ browser }) => {
  const page = await pageOf(browser, 'inventory')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/dashboard')
  await expect(figure(page, 'Inventory Alerts', '\\d+')).toBeVisible()
  expect(await labels(page)).toEqual(['Inventory Alerts', 'Sent Orders', 'Draft Orders', 'Total Items'])
  await expect(page.getByRole('table', { name: 'Stock Alerts' }).getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Open Orders' }).getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByText('Time zone')).toHaveCount(0)
  expect(asked.filter((path) => /patients|appointments|beds|admissions/.test(path))).toEqual([])

  const lowOf = async () => (await call(page.request, 'GET', '/inventory/summary')).lowStock
  await itemOf(page)
  await expect.poll(async () => figure(page, 'Inventory Alerts', await lowOf()).count()).toBe(1)
  await figure(page, 'Inventory Alerts').click()
  await expect(page).toHaveURL(/\/inventory\?lowStock=true/)
  await expect(page.getByText(new RegExp(`of ${await lowOf()} items`))).toBeVisible()
})

test('more alerts and orders than the dashboard shows are counted beside the first', async ({ browser }) => {
  const page = await pageOf(browser, 'inventory')
  const item = await itemOf(page)
  for (let n = 0; n < 10; n++) await itemOf(page, { name: `${item.name} ${n}` })
  const supplier = await call(page.request, 'POST', '/suppliers', { name: item.name, contact: null })
  const order = {
    supplierId: supplier.id,
    notes: null,
    lines: [{ inventoryItemId: item.id, quantity: 10, cost: 2.5 }],
  }
  for (let n = 0; n < 11; n++) {
    const { id } = await call(page.request, 'POST', '/purchase-orders', order)
    await call(page.request, 'POST', `/purchase-orders/${id}/send`)
  }
  const totalOf = async (path: string) => (await call(page.request, 'GET', path)).total as number
  const openOrders = async () =>
    (await totalOf('/purchase-orders?status=DRAFT')) + (await totalOf('/purchase-orders?status=SENT'))
  const note = (n: number) => page.getByText(`The first 10 of ${n.toLocaleString('en')}`, { exact: true })
  await page.goto('/dashboard')
  await expect
    .poll(async () =>
      note(await totalOf('/inventory/alerts'))
        .first()
        .isVisible(),
    )
    .toBe(true)
  await expect
    .poll(async () =>
      note(await openOrders())
        .first()
        .isVisible(),
    )
    .toBe(true)

  // One more draft is counted, although it is not among the first ten.
  const before = await openOrders()
  await call(page.request, 'POST', '/purchase-orders', order)
  await expect(note(before + 1).first()).toBeVisible()
})

test('a chart has its period and its figures as a table, by keyboard too', async ({ browser }) => {
  const page = await pageOf(browser, 'receptionist')
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  await page.goto('/dashboard')
  await expect(figure(page, 'Expected Today')).toBeVisible()
  expect((await labels(page)).slice(0, 2)).toEqual(['Expected Today', 'Bed Availability'])
  const weekly = page.getByRole('region', { name: 'Weekly Appointments' })
  await expect(weekly.getByRole('img')).toHaveAccessibleName(/ in the last 7 days\.$/)
  await weekly.getByText('14 days').click()
  await expect(weekly.getByRole('img')).toHaveAccessibleName(/ in the last 14 days\.$/)
  await weekly.getByText('Show as a table').focus()
  await page.keyboard.press('Enter')
  const rows = weekly.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(15)
  const beds = page.getByRole('region', { name: 'Bed Occupancy by Ward' })
  await beds.getByText('Yesterday').click()
  await beds.getByText('Show as a table').click()
  // The largest ward is checked, because a small one may have been empty at noon yesterday.
  const yesterday = await call(page.request, 'GET', '/dashboard/beds/stats?daysAgo=1')
  const count: number = yesterday.GENERAL.occupied
  expect(count).toBeGreaterThan(0)
  const occupied = beds
    .getByRole('row', { name: /^General/ })
    .getByRole('link')
    .first()
  await expect(occupied).toHaveText(String(count))
  await occupied.click()
  await expect(page).toHaveURL(new RegExp(`ward=GENERAL.*at=${await hospitalDay(page, -1)}T12(:|%3A)00`))
  await expect(page.getByRole('article', { name: /^Bed / })).toHaveCount(count)
})

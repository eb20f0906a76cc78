import { type Browser, expect, type Page } from '@playwright/test'
import { call, pageOf } from '../people.ts'
import { hospitalDay, registered } from '../queue-people.ts'
import { openScreen } from './open.ts'
import { everywhere, onPhones, type Tour } from './tour.ts'

export const dashboardTours: Tour[] = [
  { name: 'the dashboard', by: 'admin', looks: everywhere, isOfEachChange: true, states: withCharts },
  { name: 'the dashboard on a phone', by: 'doctor', looks: onPhones, states: withCharts },
  { name: 'analytics', by: 'admin', looks: everywhere, states: ofPeriods },
  { name: 'analytics on a phone', by: 'doctor', looks: onPhones, states: ofPeriods },
  {
    name: 'the dashboard of the store',
    by: 'inventory',
    looks: everywhere,
    states: ofTheStore,
  },
  // The chosen ward belongs to the account, and a story goes on with the other nurse's.
  { name: 'the dashboard of a ward', by: 'nights', looks: everywhere, jumpsNot: true, states: ofTheWards },
  {
    name: 'the dashboard of the pharmacy',
    by: 'pharmacist',
    looks: everywhere,
    jumpsNot: true,
    states: ofThePharmacy,
  },
]

async function* withCharts(page: Page) {
  await openScreen(page, '/dashboard')
  const charts = page.getByRole('img', { name: /^(Weekly Appointments|Bed Occupancy by Ward)\. / })
  await expect(charts).toHaveCount(2)
  await expect(page.getByRole('table', { name: 'Recent Admissions' }).getByRole('row').nth(1)).toBeVisible()
  for (const table of await page.getByText('Show as a table').all()) await table.click()
  await expect(page.getByRole('table')).not.toHaveCount(2)
  yield 'dashboard with its charts as tables'
}

async function* ofTheStore(page: Page) {
  await openScreen(page, '/dashboard')
  await expect(page.getByRole('table', { name: 'Stock Alerts' }).getByRole('row').nth(1)).toBeVisible()
  yield 'dashboard of the store'
  await openScreen(page, '/analytics')
  await expect(page.getByRole('img', { name: /^Stock value over / })).toBeVisible()
  for (const table of await page.getByText('Show as a table').all()) await table.click()
  yield 'analytics of the store'
  await openScreen(page, '/inventory/movements?kind=ISSUE,RETURN&category=SUPPLIES')
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  yield 'the movements behind a figure'
}

/** The ward is left as it is, because it is the account's: other walks would see it change. */
async function* ofTheWards(page: Page) {
  await openScreen(page, '/dashboard')
  await expect(page.getByRole('table', { name: 'Inpatients' }).getByRole('row').nth(1)).toBeVisible()
  yield 'dashboard of all wards'
}

async function* ofThePharmacy(page: Page, browser: Browser) {
  // By night nothing was prescribed yet today.
  const [desk, doctor] = [await pageOf(browser, 'receptionist'), await pageOf(browser, 'doctor')]
  await call(doctor.request, 'POST', `/patients/${(await registered(desk)).id}/medications`, {
    name: 'Paracetamol',
    dose: '1',
    unit: 'TABLET',
    route: 'ORAL',
    frequency: 'TWICE_DAILY',
    startsOn: await hospitalDay(doctor),
  })
  for (const other of [desk, doctor]) await other.context().close()
  await openScreen(page, '/dashboard')
  await expect(page.getByRole('table', { name: 'Prescribed Today' }).getByRole('row').nth(1)).toBeVisible()
  yield 'dashboard of the pharmacy'
}

async function* ofPeriods(page: Page) {
  await openScreen(page, '/analytics')
  await expect(page.getByRole('img', { name: /^Occupancy\. / })).toBeVisible()
  for (const table of await page.getByText('Show as a table').all()) await table.click()
  yield 'analytics with its charts as tables'
  await page.getByRole('button', { name: 'Choose dates' }).click()
  await page.getByRole('textbox', { name: 'Last day' }).fill('1 Jan 2020')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('The last day is before the first')).toBeVisible()
  yield 'a period that is none'
  await openScreen(page, '/weekly-report')
  await expect(page.getByRole('table')).toHaveCount(2)
  yield 'the report of a week'
  await openScreen(page, '/appointments?status=CANCELLED&reason=DID_NOT_ATTEND')
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  yield 'the appointments behind a figure'
  await openScreen(page, '/admissions?of=discharges&ward=GENERAL')
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  yield 'the discharges behind a figure'
}

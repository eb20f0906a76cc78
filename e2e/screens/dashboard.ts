import { expect, type Page } from '@playwright/test'
import { onDesks, onPhones, type Tour } from './tour.ts'

export const dashboardTours: Tour[] = [
  { name: 'the dashboard', by: 'admin', looks: onDesks, states: withCharts },
  { name: 'the dashboard on a phone', by: 'doctor', looks: onPhones, states: withCharts },
  {
    name: 'the dashboard of the store',
    by: 'inventory',
    looks: [...onDesks, ...onPhones],
    states: ofTheStore,
  },
]

async function* withCharts(page: Page) {
  await page.goto('/dashboard')
  const charts = page.getByRole('img', { name: /^(Weekly Appointments|Bed Occupancy by Ward)\. / })
  await expect(charts).toHaveCount(2)
  await expect(page.getByRole('table', { name: 'Recent Admissions' }).getByRole('row').nth(1)).toBeVisible()
  for (const table of await page.getByText('Show as a table').all()) await table.click()
  await expect(page.getByRole('table')).not.toHaveCount(2)
  yield 'dashboard with its charts as tables'
}

async function* ofTheStore(page: Page) {
  await page.goto('/dashboard')
  await expect(page.getByRole('table', { name: 'Stock Alerts' }).getByRole('row').nth(1)).toBeVisible()
  yield 'dashboard of the store'
}

import { expect, type Page } from '@playwright/test'
import { openScreen } from './open.ts'
import { everywhere, type Tour } from './tour.ts'

export const publicTours: Tour[] = [
  { name: 'the public pages', by: null, looks: everywhere, states: visiting },
  { name: 'who asked for a demo', by: 'admin', looks: everywhere, states: asked },
]

async function* visiting(page: Page) {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Play the testimonials' })).toBeVisible()
  yield 'the landing page'
  await page.goto('/teams')
  await page
    .getByRole('link', { name: /^Profile of/ })
    .first()
    .click()
  yield 'the team'
  await page.goto('/About')
  await page.getByRole('button', { name: 'Request a Demo' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  yield 'about, with errors in the form'
}

async function* asked(page: Page) {
  await openScreen(page, '/demo-requests')
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Requests' })).toBeVisible()
  await expect(page.getByText(/No demo requests yet|Mark as handled/).first()).toBeVisible()
  yield 'the requests'
  await openScreen(page, '/demo-requests?handled=yes')
  await expect(page.getByText(/No request is handled yet|Reopen/).first()).toBeVisible()
  yield 'those that are handled'
}

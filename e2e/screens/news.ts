import { type Browser, expect, type Page } from '@playwright/test'
import { call, unique } from '../people.ts'
import { doctorOf } from '../queue-people.ts'
import { itemOf } from '../store-people.ts'
import { openScreen } from './open.ts'
import { everywhere, type Tour } from './tour.ts'

export const newsTours: Tour[] = [
  { name: 'the notifications', by: 'inventory', looks: everywhere, states: notifications },
]

async function* notifications(page: Page, browser: Browser) {
  await itemOf(page, { name: `${unique()} ${'Unbreakablylongname'.repeat(4)}` })
  const list = page.getByRole('region', { name: 'Notifications' })
  await openScreen(page, '/dashboard')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(list.getByRole('listitem').first()).toContainText('Unbreakablylongname')
  yield 'the list, with a long name'
  await itemOf(page)
  await expect(list.getByRole('button', { name: 'Show 1 new notification' })).toBeVisible()
  yield 'the list, with something new'
  await list.getByRole('button', { name: 'Notification settings' }).click()
  await expect(page.getByRole('switch', { name: 'Stock that expires' })).toBeVisible()
  yield 'the settings'

  const { page: newcomer } = await doctorOf(browser)
  await call(newcomer.request, 'PUT', '/notifications/choices', { kind: 'ROLE_GRANTED', isOn: false })
  await page.context().addCookies(await newcomer.context().cookies())
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(list).toContainText('No notifications')
  yield 'an empty list'
}

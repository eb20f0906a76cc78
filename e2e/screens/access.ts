import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../people.ts'
import { onDesks, onPhones, type Tour } from './tour.ts'

export const accessTours: Tour[] = [
  { name: 'the way in, the shell and the staff', by: null, looks: onDesks, states: wayIn },
  { name: 'the drawer', by: 'admin', looks: onPhones, states: drawer },
]

async function* wayIn(page: Page) {
  await page.goto('/sign-up')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  yield 'sign-up with errors'
  await page.goto('/no/such/place')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  yield 'not found'
  await page.goto('/staff')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  yield 'sign-in'
  await page.getByLabel('E-mail').fill('admin@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Deactivate Anika Mehta' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  yield 'staff with a dialog'
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit roles of Anika Mehta' }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(4)
  yield 'staff with the roles'
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /your menu/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  yield 'staff with the menu'
  await page.goto('/select-role')
  await expect(page.getByRole('radio')).toHaveCount(4)
  yield 'roles'
  await page.goto('/dashboard')
  await expect(page.getByRole('table', { name: "Today's Appointments" }).getByRole('row')).toHaveCount(11)
  yield 'dashboard'
}

async function* drawer(page: Page) {
  await page.goto('/dashboard')
  await expect(page.getByRole('table', { name: "Today's Appointments" }).getByRole('row')).not.toHaveCount(0)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  yield 'dashboard with the drawer'
}

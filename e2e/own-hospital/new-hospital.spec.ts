import { expect } from '@playwright/test'
import { test } from '../people.ts'
import { openNightHospital } from './night-hospital.ts'

test('a new hospital leads its first person to set it up, and everybody after them to sign in', async ({
  browser,
}) => {
  const hospital = await openNightHospital({ isNew: true })
  try {
    const first = await browser.newPage({ baseURL: hospital.origin })
    await first.goto('/')
    await expect(first.getByText('You’re setting up Lantern')).toBeVisible()
    const second = await browser.newPage({ baseURL: hospital.origin })
    // Who kept the address of the sign-in has nothing to sign in with either.
    await second.goto('/sign-in')
    await expect(second).toHaveURL(/\/sign-up/)

    await first.getByLabel('First name').fill('Ada')
    await first.getByLabel('Last name').fill('Okafor')
    await first.getByLabel('E-mail').fill('ada@hospital.test')
    await first.getByLabel('Password', { exact: true }).fill('turn-the-wick-down')
    await first.getByRole('button', { name: 'Sign up' }).click()
    await expect(first.getByRole('heading', { name: 'Select your role' })).toBeVisible()

    await second.getByRole('link', { name: 'Sign in' }).click()
    await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await second.goto('/')
    await expect(second).toHaveURL(/\/sign-in/)
    await Promise.all([first.close(), second.close()])
  } finally {
    await hospital.close()
  }
})

import { type Browser, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { fillSignIn, newcomer } from '../account/newcomer.ts'
import { openNightHospital } from '../own-hospital/night-hospital.ts'
import { call, demoPassword, signInAnew } from '../people.ts'
import { openScreen } from './open.ts'
import { everywhere, type Tour } from './tour.ts'

const looks = everywhere

export const secondStepTours: Tour[] = [
  { name: 'a second step of one’s own', by: null, looks, jumpsNot: true, states: ownStep },
  { name: 'a second step that the hospital asks for', by: null, looks, jumpsNot: true, states: askedStep },
]

const longName = 'The Royal Infirmary and Memorial Teaching Hospital of Saint Bartholomew, North Harbour'

async function appOf(page: Page): Promise<TOTP> {
  const key = await page.getByLabel('Or enter this key in the app').inputValue()
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
}

async function* ownStep(page: Page, browser: Browser) {
  const { person, context } = await newcomer(browser)
  await context.close()
  await page.goto('/sign-in')
  await fillSignIn(page, person)
  await expect(page).toHaveURL('/dashboard')
  await openScreen(page, '/settings')
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('alert')).toBeFocused()
  yield 'two-factor authentication being turned on, with errors'
  const app = await appOf(page)
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password)
  await dialog.getByLabel(/^2\. Code/).fill(app.generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  yield 'recovery codes'
  await dialog.getByRole('button', { name: 'I Have Saved Them' }).click()
  await page.getByRole('button', { name: 'Turn Off' }).click()
  await expect(dialog.getByLabel('Your password', { exact: true })).toBeFocused()
  yield 'two-factor authentication being turned off'

  await page.goto('/sign-out')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await fillSignIn(page, person)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  yield 'signing in with a code'
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This code is wrong')
  yield 'signing in with a wrong code'
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  yield 'signing in with a recovery code'
}

async function* askedStep(page: Page, browser: Browser) {
  const hospital = await openNightHospital()
  // Browsers offer passkeys only for host names.
  const named = hospital.origin.replace('127.0.0.1', 'localhost')
  const at = async (account: 'admin' | 'doctor' | 'receptionist') => {
    const context = await browser.newContext({ baseURL: named })
    await signInAnew(context.request, account)
    return context
  }
  try {
    const [admin, doctor, desk] = await Promise.all([at('admin'), at('doctor'), at('receptionist')])
    const { version } = await call(admin.request, 'GET', '/settings')
    const asked = { hospitalName: longName, secondStepOf: 'everyone', secondStepDays: 14 }
    await call(admin.request, 'PUT', '/settings', asked, { 'if-match': `"${version}"` })
    await page.context().addCookies(await doctor.cookies())
    await page.goto(`${named}/dashboard`)
    await expect(page.getByText('asks for a second step when you sign in. You have until')).toBeVisible()
    yield 'a second step to be set up by a day'

    const atOnce = { secondStepDays: 0 }
    await call(admin.request, 'PUT', '/settings', atOnce, { 'if-match': `"${version + 1}"` })
    const cover = page.getByRole('dialog', { name: 'Set up a second step' })
    await expect(cover.getByLabel(/^2\. Code/)).toBeFocused()
    yield 'a screen that a second step is asked of'
    await cover.getByRole('button', { name: 'Use a passkey instead' }).click()
    await cover.getByRole('button', { name: 'Set up and continue' }).click()
    await expect(cover.getByRole('alert')).toBeFocused()
    yield 'a screen that a second step is asked of: a passkey, with errors'
    await cover.getByRole('button', { name: 'Use an authenticator app instead' }).click()
    const app = await appOf(page)
    await cover.getByLabel('Your password', { exact: true }).fill(demoPassword)
    await cover.getByLabel(/^2\. Code/).fill(app.generate())
    await cover.getByRole('button', { name: 'Set up and continue' }).click()
    const kept = page.getByRole('dialog', { name: 'Your recovery codes' })
    await expect(kept.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    yield 'recovery codes before the screen as it was left'

    await page.context().clearCookies()
    await page.context().addCookies(await desk.cookies())
    await page.goto(`${named}/patients`)
    await expect(page.getByRole('heading', { level: 1, name: 'Set up a second step' })).toBeVisible()
    yield 'a page that waits for a second step'
    await page.getByRole('button', { name: 'Set up and continue' }).click()
    await expect(page.getByRole('alert')).toBeFocused()
    yield 'a page that waits for a second step, with errors'
  } finally {
    await page.goto('about:blank')
    await hospital.close()
  }
}

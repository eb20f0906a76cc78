import { expect } from '@playwright/test'
import { dear, pageOf, reloadOnceKept, test } from '../people.ts'
import { elsewhere, leaveAlone, newcomer } from './newcomer.ts'

/** How people manage their own account, and what happens to an unattended screen. */

test('a name that is changed stands in the menu at once, and a password that is changed ends other sessions', async ({
  browser,
}) => {
  dear('two sessions, and three forms')
  const { person, page } = await newcomer(browser)
  const there = await elsewhere(browser, person)
  await there.goto('/patients')
  await expect(there.getByRole('table', { name: 'Patients' })).toBeVisible()

  await page.goto('/settings')
  await page.getByLabel('First name').fill('Robin')
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(page.getByText('Name saved')).toBeVisible()
  await page.getByRole('button', { name: /your menu/ }).click()
  await expect(page.getByRole('menu')).toContainText(`Robin ${person.lastName}`)
  // The menu and the page change the same setting.
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()

  const section = page.getByRole('region', { name: 'Password' })
  await section.getByLabel('Current password', { exact: true }).fill('guessed')
  await section.getByLabel('New password', { exact: true }).fill('another-lamp-at-night')
  await section.getByRole('button', { name: 'Change Password' }).click()
  await expect(section.getByRole('link', { name: 'This password is wrong.' })).toBeVisible()
  await section.getByLabel('Current password', { exact: true }).fill(person.password)
  await section.getByLabel('New password', { exact: true }).fill('password123')
  await section.getByRole('button', { name: 'Change Password' }).click()
  await expect(section.getByRole('link', { name: /too common/ })).toBeVisible()
  await section.getByLabel('New password', { exact: true }).fill('another-lamp-at-night')
  await section.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('1 other session ended')).toBeVisible()

  const again = there.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toBeVisible()
  await again.getByLabel('Password', { exact: true }).fill(person.password)
  await again.getByRole('button', { name: 'Sign in again' }).click()
  await expect(again.getByText('Invalid email or password')).toBeVisible()
  await again.getByLabel('Password', { exact: true }).fill('another-lamp-at-night')
  await again.getByRole('button', { name: 'Sign in again' }).click()
  await expect(there.getByRole('table', { name: 'Patients' })).toBeVisible()
})

test('what is typed while a name is being saved stays, and is offered again after a reload', async ({
  browser,
}) => {
  dear('a form is saved, edited meanwhile and reloaded')
  const { page } = await newcomer(browser)
  await page.goto('/settings')
  const first = page.getByRole('textbox', { name: 'First name' })
  const last = page.getByRole('textbox', { name: 'Last name' })
  const save = page.getByRole('button', { name: 'Save Name' })
  const typed = Promise.withResolvers<void>()
  await expect(first).toHaveValue('Wren')
  await page.route(
    '**/api/me/profile',
    async (route) => {
      await typed.promise
      await route.continue()
    },
    { times: 1 },
  )
  await first.fill('Robin')
  await save.click()
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
  await last.fill('Typedsince')
  typed.resolve()
  await expect(page.getByText('Name saved')).toBeVisible()
  await expect(last).toHaveValue('Typedsince')
  await reloadOnceKept(page, 'Typedsince')
  await expect(page.getByText('Draft restored')).toBeVisible()
  await expect(page.getByRole('region', { name: /changed this account/ })).toHaveCount(0)
  await expect(first).toHaveValue('Robin')
  await expect(last).toHaveValue('Typedsince')
  await save.click()
  await expect(page.getByText('Name saved')).toBeVisible()
  await page.reload()
  await expect(last).toHaveValue('Typedsince')
  await expect(page.getByText('Draft restored')).toHaveCount(0)

  await last.fill('Givenup')
  await reloadOnceKept(page, 'Givenup')
  await page.getByRole('button', { name: 'Discard draft' }).press('Enter')
  await expect(last).toHaveValue('Typedsince')
  await expect(first).toBeFocused()
})

test('a session is ended from another screen, by its owner and by an administrator', async ({ browser }) => {
  dear('three screens of two people')
  const { person, page } = await newcomer(browser)
  const there = await elsewhere(browser, person)
  await there.goto('/patients')
  await expect(there.getByRole('table', { name: 'Patients' }).getByRole('row')).not.toHaveCount(0)

  await page.goto('/settings')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
  await sessions.getByRole('button', { name: /^Sign out Chrome on/ }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(there.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  // No patient's data is visible or readable any more.
  await expect(there.getByRole('table')).toHaveCount(0)

  const admin = await pageOf(browser, 'admin')
  await admin.goto(`/staff?search=${person.lastName}`)
  await admin.getByRole('button', { name: `Edit ${person.firstName} ${person.lastName}` }).click()
  await admin.getByRole('button', { name: 'End All Sessions' }).click()
  await admin.getByRole('button', { name: 'End all sessions', exact: true }).click()
  await expect(admin.getByText('Not signed in')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
})

test('a screen that nobody touches is locked in all tabs, and goes on with what was typed', async ({
  browser,
}) => {
  dear('several tabs are locked and opened again')
  const { person, context, page } = await newcomer(browser)
  await page.goto('/patients/new')
  await page.getByLabel('First name').fill('Halfway')
  const other = await context.newPage()
  await other.goto('/patients')
  await expect(other.getByRole('table', { name: 'Patients' }).getByRole('row')).not.toHaveCount(0)
  // The page also checks the time when it is shown again: a minute before the limit it is not locked.
  await leaveAlone(page, 14)
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  expect(await page.evaluate(`localStorage.getItem('lantern.locked-at')`)).toBeNull()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await leaveAlone(page, 16)
  for (const tab of [page, other]) {
    await expect(tab.getByRole('dialog', { name: 'Locked' })).toBeVisible()
    await expect(tab.getByRole('table')).toHaveCount(0)
    await expect(tab.getByRole('textbox', { name: 'First name' })).toHaveCount(0)
    // Neither Escape nor Tab reaches anything behind it.
    for (let times = 0; times < 3; times++) await tab.keyboard.press('Escape')
    for (let times = 0; times < 6; times++) await tab.keyboard.press('Tab')
    expect(
      await tab.evaluate(
        `document.activeElement.closest('dialog') !== null || document.activeElement === document.body`,
      ),
    ).toBe(true)
  }
  // The server refuses this browser, too.
  expect((await context.request.get('/api/auth/token')).status()).toBe(401)

  const lock = page.getByRole('dialog', { name: 'Locked' })
  await lock.getByLabel('Password', { exact: true }).fill('guessed')
  await lock.getByRole('button', { name: 'Unlock' }).click()
  await expect(lock.getByRole('link', { name: 'This password is wrong.' })).toBeVisible()
  await lock.getByLabel('Password', { exact: true }).fill(person.password)
  await lock.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Halfway')
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await expect(other.getByRole('table', { name: 'Patients' }).getByRole('row')).not.toHaveCount(0)

  // After a reload of a locked page, the same password opens it, and the draft is offered again.
  await leaveAlone(page, 16)
  await expect(page.getByRole('dialog', { name: 'Locked' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Locked' })).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page).toHaveURL('/patients/new')
  await expect(page.getByLabel('First name')).toHaveValue('Halfway')
  await expect(other.getByRole('table', { name: 'Patients' }).getByRole('row')).not.toHaveCount(0)

  // The next person signs the first one out, in both tabs.
  await leaveAlone(page, 16)
  await page.getByRole('dialog', { name: 'Locked' }).getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign out and discard' }).click()
  await expect(page).toHaveURL('/sign-in')
  await expect(other).toHaveURL('/sign-in')
})

test('a browser that is opened again after too long asks for the password before it reads a record', async ({
  browser,
}) => {
  const { person, page } = await newcomer(browser)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  // The tab is closed, so that no open screen could lock itself.
  await page.goto('/sign-out')
  await leaveAlone(page, 61)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/patients')
  await expect(page).toHaveURL('/sign-in/locked?from=%2Fpatients')
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
  expect(asked).not.toContain('/api/patients')
  expect((await page.request.get('/api/auth/token')).status()).toBe(401)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page).toHaveURL('/patients')
  await expect(page.getByRole('table', { name: 'Patients' }).getByRole('row')).not.toHaveCount(0)
})

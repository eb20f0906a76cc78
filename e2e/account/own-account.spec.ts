import { expect } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { pageOf, reloadOnceKept, test } from '../people.ts'
import { addPasskey, elsewhere, fillSignIn, leaveAlone, newcomer } from './newcomer.ts'

/** What people do about their own account, and what becomes of a screen that nobody is at. */

test('a name that is changed stands in the menu at once, and a password that is changed ends other sessions', async ({
  browser,
}) => {
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
  // The switch of the menu and the one of the page are one.
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

test('a name that was changed at another computer meanwhile is compared before it is saved', async ({
  browser,
}) => {
  const { person, page } = await newcomer(browser)
  await page.goto('/settings')
  await page.getByLabel('First name').fill('Robin')
  const there = await elsewhere(browser, person)
  await there.goto('/settings')
  await there.getByLabel('First name').fill('Jay')
  await there.getByRole('button', { name: 'Save Name' }).click()
  await expect(there.getByText('Name saved')).toBeVisible()
  await page.getByRole('button', { name: 'Save Name' }).click()
  const conflict = page.getByRole('region', { name: /changed this account on/ })
  await expect(conflict).toContainText('Jay')
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Robin')
})

test('what is typed while a name is being saved stays, and is offered again after a reload', async ({
  browser,
}) => {
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
  // Nothing of a patient is left to be seen, or read aloud.
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
  const { person, context, page } = await newcomer(browser)
  await page.goto('/patients/new')
  await page.getByLabel('First name').fill('Halfway')
  const other = await context.newPage()
  await other.goto('/patients')
  await expect(other.getByRole('table', { name: 'Patients' }).getByRole('row')).not.toHaveCount(0)
  await leaveAlone(page, 14)
  await page.waitForTimeout(1500)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await leaveAlone(page, 16)
  for (const tab of [page, other]) {
    await expect(tab.getByRole('dialog', { name: 'Locked' })).toBeVisible()
    await expect(tab.getByRole('table')).toHaveCount(0)
    await expect(tab.getByRole('textbox', { name: 'First name' })).toHaveCount(0)
    // Neither Escape nor the keyboard leads behind it.
    for (let times = 0; times < 3; times++) await tab.keyboard.press('Escape')
    for (let times = 0; times < 6; times++) await tab.keyboard.press('Tab')
    expect(
      await tab.evaluate(
        `document.activeElement.closest('dialog') !== null || document.activeElement === document.body`,
      ),
    ).toBe(true)
  }
  // Nor does the server answer this browser.
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

  // Where a locked page is loaded anew, the same password opens it, and what was typed is offered again.
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

  // Whoever comes next and is somebody else signs out, and signs in.
  await leaveAlone(page, 16)
  await page.getByRole('dialog', { name: 'Locked' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
  await expect(other).toHaveURL('/sign-in')
})

test('a browser that is opened again after too long asks for the password before it reads a record', async ({
  browser,
}) => {
  const { person, page } = await newcomer(browser)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  // Closed there: no screen is open that could lock itself.
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

test('signing in asks for the code of a phone, or for a recovery code, once it is turned on', async ({
  browser,
}) => {
  const { person, page } = await newcomer(browser)
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Two-factor authentication' })
  await section.getByRole('button', { name: 'Turn On' }).click()
  const enrol = page.getByRole('dialog', { name: 'Turn two-factor authentication on' })
  const key = (await enrol.getByLabel('Or enter this key in the app').inputValue()).replaceAll(' ', '')
  const app = new TOTP({ secret: Secret.fromBase32(key) })
  await enrol.getByLabel('Your password', { exact: true }).fill(person.password)
  await enrol.getByLabel(/^2\. Code/).fill('000000')
  await enrol.getByRole('button', { name: 'Turn on' }).click()
  await expect(enrol.getByRole('link', { name: /doesn’t match/ })).toBeVisible()
  await enrol.getByLabel(/^2\. Code/).fill(app.generate())
  await enrol.getByRole('button', { name: 'Turn on' }).click()
  const kept = page.getByRole('dialog', { name: 'Your recovery codes' })
  const listed = kept.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  const codes = await listed.allInnerTexts()
  await kept.getByRole('button', { name: 'I Have Kept Them' }).click()
  await expect(section).toContainText('10 recovery codes left')

  const there = await (await browser.newContext()).newPage()
  await there.goto('/sign-in')
  await fillSignIn(there, person)
  await there.getByLabel('Code', { exact: true }).fill('000000')
  await there.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(there.getByRole('alert')).toContainText('This code is wrong')
  await there.getByRole('button', { name: 'Use a recovery code' }).click()
  await there.getByLabel('Recovery code').fill(codes[0] ?? '')
  await there.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(there).toHaveURL('/dashboard')
  await there.goto('/settings')
  await expect(there.getByRole('region', { name: 'Two-factor authentication' })).toContainText(
    '9 recovery codes left',
  )

  // The lock asks for the password alone: this session has shown its second factor.
  await leaveAlone(there, 16)
  const lock = there.getByRole('dialog', { name: 'Locked' })
  await lock.getByLabel('Password', { exact: true }).fill(person.password)
  await lock.getByRole('button', { name: 'Unlock' }).click()
  await expect(lock).toHaveCount(0)
})

test('a passkey signs in and unlocks, without password or code', async ({ browser, baseURL }) => {
  // Browsers keep passkeys for names.
  const { person, page } = await newcomer(browser, baseURL?.replace('127.0.0.1', 'localhost'))
  await addPasskey(page, person, 'Wren’s phone')
  const section = page.getByRole('region', { name: 'Passkeys' })

  await leaveAlone(page, 16)
  await page.getByRole('dialog', { name: 'Locked' }).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto('/sign-out')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/dashboard$/)

  await page.goto('/settings')
  await section.getByRole('button', { name: 'Remove Wren’s phone' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove Wren’s phone?' })
  await removal.getByLabel('Your password', { exact: true }).fill('guessed')
  await removal.getByRole('button', { name: 'Remove Wren’s phone' }).click()
  await expect(removal.getByRole('link', { name: 'This password is wrong.' })).toBeVisible()
  await removal.getByLabel('Your password', { exact: true }).fill(person.password)
  await removal.getByRole('button', { name: 'Remove Wren’s phone' }).click()
  await expect(section).toContainText('No passkeys yet.')
  await page.goto('/sign-out')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This passkey opens no account here')
})

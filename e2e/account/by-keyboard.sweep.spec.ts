import { readFileSync } from 'node:fs'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { tabTo, unseenFocus } from '../every-screen/checks.ts'
import { call, dear, pageOf, test } from '../people.ts'
import { registered } from '../queue-people.ts'
import { elsewhere, leaveAlone, newcomer, withAuthenticator } from './newcomer.ts'

/** A user's own sign-in, the cover and the audit log without a mouse: the focus is visible at each step. */

// Every press is checked, which takes time.
test.describe.configure({ timeout: 240_000 })

async function isAt(wanted: Locator): Promise<void> {
  expect(await unseenFocus(wanted)).toEqual([])
}

async function type(field: Locator, text: string): Promise<void> {
  await tabTo(field)
  await isAt(field)
  await field.page().keyboard.type(text)
}

async function press(control: Locator): Promise<void> {
  await tabTo(control)
  await isAt(control)
  await control.page().keyboard.press('Enter')
}

const button = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name, exact: typeof name === 'string' })
const box = (where: Page | Locator, name: string | RegExp) =>
  where.getByLabel(name, { exact: typeof name === 'string' })

async function signInByKeyboard(page: Page, email: string, password: string): Promise<void> {
  await type(box(page, 'E-mail'), email)
  await type(box(page, 'Password'), password)
  await page.keyboard.press('Enter')
}

async function signOutByKeyboard(page: Page): Promise<void> {
  await chooseSignOut(page)
  await isSignedOut(page)
}

async function chooseSignOut(page: Page): Promise<void> {
  await press(button(page, /your menu/))
  const item = (name: string) => page.getByRole('menuitem', { name })
  // An open menu gets the focus a moment after it appears.
  await expect(page.getByRole('menu').locator(':focus')).toBeVisible()
  await page.keyboard.press('End')
  await isAt(item('Sign Out'))
  await page.keyboard.press('Enter')
}

async function isSignedOut(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/sign-in$/)
  await isAt(page.getByRole('main'))
}

async function atDashboard(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/dashboard$/)
  await isAt(page.getByRole('main'))
}

async function openSettings(page: Page): Promise<void> {
  await press(page.getByRole('navigation').getByRole('link', { name: 'Settings' }))
  await expect(page).toHaveURL(/\/settings$/)
  await isAt(page.getByRole('main'))
}

/** Somebody at a browser with passkeys, which browsers offer only for host names. */
async function withPasskeys(browser: Browser, baseURL: string | undefined) {
  const made = await newcomer(browser, baseURL?.replace('127.0.0.1', 'localhost'))
  await withAuthenticator(made.page)
  return made
}

test('a code of the phone, recovery codes and signing in with either, with the keyboard alone', async ({
  browser,
}) => {
  dear('every way in is walked by keyboard')
  const { person, page } = await newcomer(browser)
  await page.goto('/dashboard')
  await openSettings(page)
  const section = page.getByRole('region', { name: 'Two-Factor Authentication' })
  await press(button(section, 'Turn On'))
  const enrol = page.getByRole('dialog', { name: 'Turn two-factor authentication on' })
  await isAt(box(enrol, /^2\. Code/))
  await page.keyboard.press('Escape')
  await isAt(button(section, 'Turn On'))
  await page.keyboard.press('Enter')
  await isAt(box(enrol, /^2\. Code/))
  const key = await box(enrol, 'Or enter this key in the app').inputValue()
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await page.keyboard.type('000000')
  await type(box(enrol, 'Your password'), 'guessed')
  await press(button(enrol, 'Show or hide your password'))
  await expect(box(enrol, 'Your password')).toHaveAttribute('type', 'text')
  await press(button(enrol, 'Turn on'))
  await isAt(enrol.getByRole('alert'))
  await press(enrol.getByRole('link', { name: 'This password is wrong.' }))
  await isAt(box(enrol, 'Your password'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await isAt(enrol.getByRole('alert'))
  await press(enrol.getByRole('link', { name: /doesn’t match/ }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type(app.generate())
  await page.keyboard.press('Enter')

  const kept = page.getByRole('dialog', { name: 'Your recovery codes' })
  const listed = kept.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  const [code = ''] = await listed.allInnerTexts()
  await press(button(kept, 'Copy codes'))
  await expect(button(kept, 'Copied')).toBeFocused()
  await press(button(kept, 'I have saved them'))
  await expect(kept).toBeHidden()
  // The button that opened it is gone, so the focus is on its panel.
  await isAt(section)
  await expect(section).toContainText('10 recovery codes left')
  await press(button(section, 'New Recovery Codes'))
  const renew = page.getByRole('dialog', { name: 'Make new recovery codes' })
  await isAt(box(renew, 'Your password'))
  await page.keyboard.press('Escape')
  await isAt(button(section, 'New Recovery Codes'))

  await signOutByKeyboard(page)
  await signInByKeyboard(page, person.email, person.password)
  await isAt(box(page, 'Code'))
  await press(button(page, 'Back'))
  await isAt(box(page, 'Password'))
  await page.keyboard.press('Enter')
  await isAt(box(page, 'Code'))
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await isAt(page.getByRole('alert'))
  await tabTo(box(page, 'Code'))
  await page.keyboard.type(app.generate({ timestamp: Date.now() + 30_000 }))
  await page.keyboard.press('Enter')
  await atDashboard(page)

  await signOutByKeyboard(page)
  await signInByKeyboard(page, person.email, person.password)
  await press(button(page, 'Use a recovery code'))
  await isAt(box(page, 'Recovery code'))
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await atDashboard(page)

  await openSettings(page)
  await expect(section).toContainText('9 recovery codes left')
  // The lock asks for the password alone: this session has shown its second factor.
  await leaveAlone(page, 16)
  const lock = page.getByRole('dialog', { name: 'Locked' })
  await isAt(box(lock, 'Password'))
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(lock).toHaveCount(0)
  await press(button(section, 'Turn Off'))
  const off = page.getByRole('dialog', { name: 'Turn two-factor authentication off' })
  await isAt(box(off, 'Your password'))
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(section).toContainText('Off: the password alone')
  await isAt(section)
})

test('a passkey, other sessions and the cover, with the keyboard alone', async ({ browser, baseURL }) => {
  dear('every way in is walked by keyboard')
  const { person, page } = await withPasskeys(browser, baseURL)
  await page.goto('/dashboard')
  await openSettings(page)
  const section = page.getByRole('region', { name: 'Passkeys' })
  await press(button(section, 'Add Passkey'))
  const adding = page.getByRole('dialog', { name: 'Add a passkey' })
  await isAt(box(adding, /^Name/))
  await page.keyboard.type('Wren’s phone')
  await type(box(adding, 'Your password'), person.password)
  await page.keyboard.press('Enter')
  await expect(section.getByRole('listitem')).toContainText('Wren’s phone')
  await isAt(button(section, 'Add Passkey'))

  await signOutByKeyboard(page)
  await press(button(page, 'Sign in with a passkey'))
  await atDashboard(page)

  const there = [await elsewhere(browser, person), await elsewhere(browser, person)]
  for (const other of there) await other.goto('/patients')
  await openSettings(page)
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await press(button(sessions, /^Sign out Chrome on/).first())
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await isAt(sessions)
  await press(button(sessions, 'Sign out everywhere else'))
  const everywhere = page.getByRole('dialog', { name: 'Sign out everywhere else?' })
  await isAt(button(everywhere, 'Cancel'))
  await page.keyboard.press('Enter')
  await isAt(button(sessions, 'Sign out everywhere else'))
  await page.keyboard.press('Enter')
  await press(button(everywhere, 'Sign out everywhere else'))
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await isAt(sessions)
  for (const other of there) await expect(other.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()

  // The cover takes the focus, and gives it back to the field in which somebody was typing.
  await press(page.getByRole('navigation').getByRole('link', { name: 'Patients' }))
  await press(page.getByRole('link', { name: 'New Patient' }).first())
  await type(box(page, /^First name/i), 'Halfway')
  await leaveAlone(page, 16)
  const cover = page.getByRole('dialog', { name: 'Locked' })
  await isAt(box(cover, 'Password'))
  await page.keyboard.type('guessed')
  await page.keyboard.press('Enter')
  await isAt(cover.getByRole('alert'))
  await press(cover.getByRole('link', { name: 'This password is wrong.' }))
  await isAt(box(cover, 'Password'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(cover).toHaveCount(0)
  await isAt(box(page, /^First name/i))
  await page.keyboard.type(' there')
  await expect(box(page, /^First name/i)).toHaveValue('Halfway there')

  // A dialog that was open gets the focus back, too.
  await openSettings(page)
  await press(button(section, 'Remove Wren’s phone'))
  const removal = page.getByRole('dialog', { name: 'Remove Wren’s phone?' })
  await isAt(box(removal, 'Your password'))
  await leaveAlone(page, 16)
  await isAt(box(cover, 'Password'))
  await press(button(cover, 'Use a passkey'))
  await expect(cover).toHaveCount(0)
  await isAt(box(removal, 'Your password'))
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(section).toContainText('No passkeys yet.')
  await isAt(section)
  // The new patient's first name is still unsaved.
  await chooseSignOut(page)
  await press(button(page.getByRole('dialog', { name: 'Discard unsaved entries?' }), 'Sign out and discard'))
  await isSignedOut(page)
  await press(button(page, 'Sign in with a passkey'))
  await expect(page.getByRole('alert')).toContainText('This passkey opens no account here')
})

test('an administrator answers with the keyboard alone who changed a phone number, and what it was', async ({
  browser,
}) => {
  dear('two people, and the whole audit log by keyboard')
  const desk = await pageOf(browser, 'receptionist')
  const patient = await registered(desk, { contactNumber: '+1 200 555 0101' })
  const change = (contactNumber: string, version: number) =>
    call(desk.request, 'PUT', `/patients/${patient.id}`, { contactNumber }, { 'if-match': `"${version}"` })
  await change('+1 200 555 0202', 1)
  const page = await pageOf(browser, 'admin')
  await page.goto('/dashboard')
  await press(page.getByRole('navigation').getByRole('link', { name: 'Audit Log' }))
  await isAt(page.getByRole('main'))
  const entries = page.getByRole('list', { name: 'Entries, newest first' }).locator('> li')
  await expect(entries).not.toHaveCount(0)

  const person = page.getByRole('combobox', { name: 'Person' })
  await type(person, 'anika')
  await expect(page.getByRole('option', { name: 'Anika Mehta' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/person=/)
  await isAt(person)
  // An emptied field no longer counts.
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await expect(page).not.toHaveURL(/person=/)
  await page.keyboard.press('Escape')
  await type(page.getByRole('combobox', { name: 'Action' }), 'sign')
  await expect(page.getByRole('option', { name: /sign/i }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/action=/)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await expect(page).not.toHaveURL(/action=/)
  await page.keyboard.press('Escape')

  const about = page.getByRole('textbox', { name: 'Patient' })
  await tabTo(about, 60, 'Shift+Tab')
  await isAt(about)
  await page.keyboard.type(patient.mrn)
  await expect(page.getByRole('option', { name: new RegExp(patient.mrn) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`patient=${patient.id}`))
  const kind = page.getByRole('combobox', { name: 'Kind' })
  await type(kind, 'Changed')
  await expect(page.getByRole('option', { name: 'Changed' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/kind=changed/)
  await isAt(kind)
  await page.keyboard.press('Escape')
  await expect(entries.first()).toContainText(/Edited the record.*Contact Number.*0101.*0202/s)
  await expect(entries).toHaveCount(2)

  // New entries are announced, and move nothing.
  await change('+1 200 555 0303', 2)
  await press(button(page, '1 new entry: Show'))
  await expect(entries).toHaveCount(3)
  await expect(entries.first()).toContainText(/0202.*0303/s)

  const details = entries.first().getByText('Details')
  await press(details)
  await expect(entries.first()).toContainText(/Address.*127\.0\.0\.1.*Request.*editPatient/s)
  await isAt(details)
  await page.keyboard.press('Space')
  await expect(entries.first().getByText('Request')).toBeHidden()

  await tabTo(button(page, 'Export'), 60, 'Shift+Tab')
  const [file] = await Promise.all([page.waitForEvent('download'), press(button(page, 'Export'))])
  expect(file.suggestedFilename()).toBe('audit-log.csv')
  await isAt(button(page, 'Export'))
  const csv = readFileSync(await file.path(), 'utf8')
  expect(csv).toContain('Contact Number: from')
  expect(csv.trim().split('\r\n')).toHaveLength(4)

  await tabTo(kind)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Printed')
  await expect(page.getByRole('option', { name: 'Printed' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/kind=printed/)
  await page.keyboard.press('Escape')
  await expect(entries).toHaveCount(0)

  // The pressed element is gone, so the keyboard continues at the beginning of the screen.
  const content = page.locator('#content')
  await press(button(page, 'Clear filters'))
  await expect(entries.filter({ hasText: 'Exported in a list' }).first()).toBeVisible()
  await expect(content).toBeFocused()
  await press(entries.first().getByRole('button').first())
  await expect(page).toHaveURL(/person=/)
  await expect(content).toBeFocused()
})

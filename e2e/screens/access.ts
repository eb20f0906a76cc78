import { randomBytes } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { roles } from '../../contract/permissions.ts'
import { leaveAlone, newcomer } from '../account/newcomer.ts'
import { call, contextOf, demoPassword, unique } from '../people.ts'
import { openScreen } from './open.ts'
import { everywhere, onPhones, type Tour } from './tour.ts'

export const accessTours: Tour[] = [
  { name: 'the way in, the shell and the staff', by: null, looks: everywhere, states: wayIn },
  { name: 'a locked screen', by: null, looks: everywhere, states: lockedScreen },
  { name: 'one’s own settings', by: 'receptionist', looks: everywhere, states: ownSettings },
  { name: 'what an administrator decides', by: 'admin', looks: everywhere, states: deciding },
  { name: 'the formulary', by: 'admin', looks: everywhere, states: formulary },
  { name: 'the hospital’s own roles', by: 'admin', looks: everywhere, states: ownRoles },
  // On a phone the dialog's buttons cover the lower part of a box, which is scrolled into sight, and counts as a small target.
  {
    name: 'a role that is added',
    by: 'admin',
    looks: everywhere.filter(({ width }) => width > 390),
    states: addedRole,
  },
  { name: 'the audit log', by: 'admin', looks: everywhere, states: auditLog },
  { name: 'the waiting room', by: null, looks: everywhere, states: waitingRoom },
  { name: 'the drawer', by: 'admin', looks: onPhones, states: drawer },
]

async function* wayIn(page: Page) {
  await page.goto('/sign-up')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  yield 'sign-up with errors'
  await page.goto('/sign-up#cut-off')
  await expect(page.getByText('This invitation can’t be used any more')).toBeVisible()
  yield 'sign-up with an invitation that was cut off'
  await openScreen(page, '/sign-in/forgot')
  await expect(page.getByText('Ask an administrator of')).toBeVisible()
  yield 'a forgotten password where no mail is sent'
  await openScreen(page, '/sign-in/reset')
  await expect(page.getByText('This link is incomplete')).toBeVisible()
  yield 'a reset link that was cut off'
  await page.goto(`/sign-in/reset#${'a'.repeat(43)}`)
  await page.reload()
  await page.getByLabel('New password').fill('turn-the-wick-down')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('alert')).toContainText('This link was used, or has expired')
  yield 'a reset link that has ended'
  await page.goto(`/sign-in/confirm#${'a'.repeat(43)}`)
  await expect(page.getByRole('button', { name: 'Confirm e-mail address' })).toBeVisible()
  yield 'an e-mail address to confirm'
  await page.goto(`/sign-up/confirm#${'a'.repeat(43)}`)
  await page.getByLabel('Password', { exact: true }).fill('turn-the-wick-down')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toContainText('This link was used, or has expired')
  yield 'a sign-up whose link has ended'
  await openScreen(page, '/sign-in/callback?state=made-up')
  await expect(page.getByRole('alert')).toContainText('There is nothing at this address')
  yield 'a sign-on that there is none of'
  await openScreen(page, '/no/such/place')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  yield 'not found'
  await openScreen(page, '/staff')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  yield 'sign-in'
  await page.getByLabel('E-mail').fill('admin@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Deactivate Anika Mehta' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  yield 'staff with a dialog'
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit Anika Mehta' }).click()
  await expect(page.getByRole('checkbox', { name: 'Inventory manager', exact: true })).toBeVisible()
  yield 'staff with the roles'
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /your menu/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  yield 'staff with the menu'
  await openScreen(page, '/select-role')
  await expect(page.getByRole('radio')).toHaveCount(roles.length)
  yield 'roles'
  await openScreen(page, '/dashboard')
  await expect(page.getByRole('table', { name: "Today's Appointments" }).getByRole('row')).toHaveCount(11)
  // In a working hospital, no step of the set-up is left.
  await expect(page.getByRole('region', { name: 'Set Up Your Hospital' })).toHaveCount(0)
  yield 'dashboard'
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search Lantern' })
  await expect(page.getByRole('option', { name: 'OPD Queue' })).toBeVisible()
  yield 'the search'
  await box.fill('meh')
  await expect(page.getByRole('group', { name: 'Staff' }).getByRole('option')).not.toHaveCount(0)
  await expect(page.getByText(/^\d+ results?\./)).toBeVisible()
  yield 'the search with what it found'
  await box.fill('shortcuts')
  await page.getByRole('option', { name: 'Keyboard Shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  yield 'the keyboard shortcuts'
}

async function* lockedScreen(page: Page, browser: Browser) {
  const { person, context } = await newcomer(browser)
  await context.close()
  const { email, password } = person
  await page.request.post('/api/auth/sign-in/email', { data: { email, password } })
  await page.goto('/patients')
  await expect(page.getByRole('table', { name: 'Patients' }).getByRole('row')).not.toHaveCount(0)
  await leaveAlone(page, 16)
  const cover = page.getByRole('dialog', { name: 'Locked' })
  await expect(cover.getByLabel('Password', { exact: true })).toBeFocused()
  yield 'a locked screen'
  await cover.getByLabel('Password', { exact: true }).fill('guessed')
  await cover.getByRole('button', { name: 'Unlock' }).click()
  await expect(cover.getByRole('link', { name: 'This password is wrong.' })).toBeVisible()
  yield 'a locked screen with errors'
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Locked' })).toBeVisible()
  yield 'a locked screen that was loaded anew'
}

async function* ownSettings(page: Page) {
  await openScreen(page, '/settings')
  await expect(page.getByRole('region', { name: 'Two-Factor Authentication' })).toContainText('Off')
  await expect(page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')).not.toHaveCount(0)
  yield 'one’s own settings'
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  yield 'two-factor authentication being turned on'
}

async function* deciding(page: Page) {
  // A second try finds the data of the first.
  const floor = `First floor ${unique()}`
  await openScreen(page, '/settings/hospital')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await expect(zone).not.toHaveValue('')
  yield 'the settings'
  await zone.fill('new york')
  await expect(page.getByRole('option', { name: /New York/ })).toBeVisible()
  yield 'the settings with time zones'
  await page.getByRole('button', { name: 'Export the Hospital' }).click()
  const exporting = page.getByRole('dialog', { name: 'Export the hospital' })
  await expect(exporting).toContainText('needs a second step')
  yield 'an export without a second step'
  await exporting.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add Screen' }).click()
  const screen = page.getByRole('dialog', { name: 'Add a waiting-room screen' })
  await screen.getByRole('button', { name: 'Create link' }).click()
  await expect(screen.getByRole('link', { name: 'Name is required' })).toBeVisible()
  yield 'a screen with errors'
  await screen.getByRole('textbox', { name: 'Name' }).fill(floor)
  await screen.getByRole('button', { name: 'Create link' }).click()
  const added = page.getByRole('dialog', { name: `${floor} added` })
  await expect(added.getByLabel('Link of the screen')).toHaveValue(/#/)
  yield 'a screen that was added'
  await added.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: `Withdraw ${floor}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Withdraw ${floor}` })
    .click()
  await expect(page.getByText(`${floor} withdrawn`)).toBeVisible()
  await openScreen(page, '/staff')
  await page.getByRole('button', { name: 'Invite Colleagues' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite colleagues' })
  const create = dialog.getByRole('button', { name: 'Create invitation link' })
  await create.click()
  await expect(dialog.getByRole('link', { name: 'Choose at least one role' })).toBeVisible()
  yield 'an invitation with errors'
  await dialog.getByRole('checkbox', { name: 'Doctor', exact: true }).check()
  await create.click()
  await expect(dialog.getByLabel('Invitation link: Doctor')).toHaveValue(/#/)
  yield 'an invitation'
  await dialog.getByRole('button', { name: 'Invite another colleague' }).click()
  const withdraw = dialog.getByRole('button', { name: /^Withdraw the invitation: Doctor/ })
  await expect(withdraw.first()).toBeVisible()
  yield 'an invitation that was sent'
  await withdraw.first().click()
  await expect(page.getByText('Invitation withdrawn')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit Anika Mehta' }).click()
  await page.getByRole('button', { name: 'Reset Password Link' }).click()
  const resetting = page.getByRole('dialog', { name: 'Reset password link for Anika Mehta' })
  await expect(resetting.getByRole('button', { name: 'Create reset link' })).toBeVisible()
  yield 'a reset link to hand out'
  await resetting.getByRole('button', { name: 'Create reset link' }).click()
  await expect(resetting.getByLabel('Reset link for Anika Mehta')).toHaveValue(/#/)
  yield 'a reset link that was handed out'
  await openScreen(page, '/beds/new/several')
  await page.getByLabel('Bed numbers').fill('Z-9 to Z-1')
  await page.getByRole('button', { name: 'Add Beds' }).click()
  await expect(page.getByRole('link', { name: /runs backwards/ })).toBeVisible()
  yield 'several beds with errors'
  await page.getByLabel('Bed numbers').fill('Z-1 to Z-9')
  await expect(page.getByText('9 beds: Z-1 to Z-9')).toBeVisible()
  yield 'several beds'
}

async function* formulary(page: Page) {
  await page.goto('/formulary')
  await expect(page.getByRole('table', { name: 'Formulary' }).getByRole('row')).not.toHaveCount(0)
  yield 'the formulary'
  await page.getByRole('button', { name: 'Add Medicine' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a medicine to the formulary' })
  await dialog.getByRole('button', { name: 'Add Medicine' }).click()
  await expect(dialog.getByRole('link', { name: 'Medicine is required' })).toBeVisible()
  yield 'a medicine with errors'
}

async function* ownRoles(page: Page) {
  const role = {
    title: `Clerk ${unique()}`,
    description: null,
    permissions: ['dashboard.view', 'patient.view'],
  }
  await call(page.request, 'POST', '/roles', role)
  await page.goto('/staff/roles')
  await expect(page.getByRole('row').filter({ hasText: role.title })).toBeVisible()
  yield 'roles'
}

async function* addedRole(page: Page) {
  await page.goto('/staff/roles')
  await page.getByRole('button', { name: 'Add Role' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a role' })
  await dialog.getByRole('checkbox', { name: 'Admit, transfer and discharge' }).check()
  await dialog.getByRole('button', { name: 'Add role' }).click()
  await expect(dialog.getByRole('link', { name: 'Title is required' })).toBeVisible()
  yield 'a role with errors'
}

async function* waitingRoom(page: Page, browser: Browser) {
  await page.goto('/display')
  await expect(page.getByText('This screen is not in use')).toBeVisible()
  yield 'a waiting room without a link'
  const admin = await contextOf(browser, 'admin')
  const secret = randomBytes(32).toString('base64url')
  await call(admin.request, 'POST', '/displays', { name: 'Ground floor', secret })
  await admin.close()
  await page.goto(`/display#${secret}`)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Now serving' }).getByRole('listitem')).not.toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Next' }).getByRole('listitem')).not.toHaveCount(0)
  yield 'a waiting room'
}

async function* drawer(page: Page) {
  await openScreen(page, '/dashboard')
  await expect(page.getByRole('table', { name: "Today's Appointments" }).getByRole('row')).not.toHaveCount(0)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  yield 'dashboard with the drawer'
}

async function* auditLog(page: Page) {
  await openScreen(page, '/audit')
  const entries = page.getByRole('list', { name: 'Entries, newest first' })
  await entries
    .getByRole('button', { name: /entries$/ })
    .first()
    .click()
  await page.getByRole('list', { name: 'Calls, newest first' }).getByText('Details').first().click()
  await page.getByText('For IT support: verify the whole log').click()
  yield 'the audit log'
  await openScreen(page, '/audit?kind=changed&to=2001-01-01')
  await expect(page.getByText('No entry matches these filters')).toBeVisible()
  yield 'the audit log without a match'
  await openScreen(page, '/audit?person=nobody')
  await expect(page.getByRole('alert')).toContainText('The audit log could not be loaded')
  yield 'the audit log that could not be loaded'
}

import { expect, type Page } from '@playwright/test'
import { call, dear, demoPassword, pageOf, signIn, test, unique } from './people.ts'
import { registered } from './queue-people.ts'

/** Fills in the sign-in form. Stories that start after signing in share a session. */
async function fillSignIn(page: Page, email: string, typed = demoPassword) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signUp(page: Page, firstName: string): Promise<{ name: string; email: string }> {
  const lastName = unique()
  const email = `${firstName}.${Date.now()}.${Math.floor(Math.random() * 1e6)}@e2e.test`.toLowerCase()
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign up' }).click()
  return { name: `${firstName} ${lastName}`, email }
}

/** Opens the dialog in which an administrator edits somebody's roles, changes some of them, and saves. */
async function offer(admin: Page, name: string, ...chosen: string[]) {
  await admin.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = admin.getByRole('dialog', { name: `Edit ${name}` })
  for (const role of chosen) await dialog.getByRole('checkbox', { name: role, exact: true }).click()
  await dialog.getByRole('button', { name: `Save ${name}` }).click()
  await expect(dialog).toBeHidden()
}

/** Ends the session behind an open page, as when it expires or is ended from elsewhere. */
async function endSession(page: Page) {
  const { origin } = new URL(page.url())
  const ended = await page.request.post('/api/auth/sign-out', { data: {}, headers: { origin } })
  expect(ended.ok()).toBe(true)
}

function drafts(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')))
}

test('a new person asks for a page, is granted a role, arrives there, and loses it on the open screen', async ({
  browser,
  page,
}) => {
  dear('two people, one of them new')
  await page.goto('/patients?search=rao')
  await expect(page).toHaveURL('/sign-in?from=%2Fpatients%3Fsearch%3Drao')
  await page.getByRole('link', { name: 'Sign up' }).click()
  const { name: nia } = await signUp(page, 'Nia')
  await expect(page.getByText('An administrator must grant you access')).toBeVisible()

  const admin = await pageOf(browser, 'admin')
  await admin.goto('/staff')
  await admin.getByLabel('Search staff by name or e-mail').fill(nia)
  // A wrong click grants nothing: each role is explained, and everything is saved at once.
  await admin.getByRole('button', { name: `Edit ${nia}` }).click()
  const dialog = admin.getByRole('dialog', { name: `Edit ${nia}` })
  await expect(dialog).toContainText('Works through the outpatient queue and treats patients.')
  await expect(dialog.getByRole('row', { name: /^Beds/ })).toContainText('Admit and discharge')
  await dialog.getByRole('checkbox', { name: 'Admin', exact: true }).click()
  await admin.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await offer(admin, nia, 'Receptionist', 'Doctor')
  await expect(admin.getByRole('row', { name: new RegExp(nia) })).toContainText('Doctor, Receptionist')

  // The first page continues by itself, without a press.
  await expect(page.getByRole('heading', { name: 'Select your role' })).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(2)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please select a role')).toBeVisible()
  await page.getByRole('radio', { name: 'Receptionist' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText("Welcome! You're logged in as Receptionist.")).toBeVisible()
  await expect(page).toHaveURL('/patients?search=rao')

  await offer(admin, nia, 'Receptionist', 'Doctor')
  await expect(page).toHaveURL(/^[^?]*\/select-role\?from=%2Fpatients/)
  await expect(page.getByText('An administrator must grant you access')).toBeVisible()
})

test('a deactivated account is out at once and is told why', async ({ browser, page }) => {
  dear('two people, one of them new')
  await page.goto('/sign-up')
  const { name: pia, email } = await signUp(page, 'Pia')
  await expect(page.getByText('An administrator must grant you access')).toBeVisible()
  const admin = await pageOf(browser, 'admin')
  await admin.goto('/staff')
  await admin.getByLabel('Search staff by name or e-mail').fill(pia)
  await admin
    .getByRole('button', { name: `Deactivate ${pia}` })
    .first()
    .click()
  // A colleague does it first. The press then does nothing, instead of the opposite.
  const staff: { id: string; email: string; version: number }[] = await call(admin.request, 'GET', '/staff')
  const { id, version } = staff.find((member) => member.email === email) ?? {}
  const change = { offeredRoles: [], active: false }
  await call(admin.request, 'PUT', `/staff/${id}`, change, { 'if-match': `"${version}"` })
  await expect(admin.getByRole('table').getByText('Deactivated')).toBeVisible()
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: `Deactivate ${pia}` })
    .click()
  await expect(admin.getByText(`${pia} was deactivated`)).toBeVisible()
  expect(await call(admin.request, 'GET', `/staff/${id}`)).toMatchObject({ active: false })

  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toContainText(
    'Your account was deactivated',
  )
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await expect(page.getByText('This account was deactivated. Ask an administrator.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
  await fillSignIn(page, email)
  await expect(page.getByText('This account was deactivated. Ask an administrator.')).toBeVisible()
})

test('a role that may not open a screen is told so', async ({ page }) => {
  await page.goto('/staff')
  await fillSignIn(page, 'doctor@demo.test')
  await expect(page).toHaveURL('/unauthorized')
  await expect(page.getByRole('heading', { name: 'Unauthorized Access' })).toBeVisible()
  await expect(page.getByText("You don't have permission to view this page")).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Staff' })).toHaveCount(0)
})

test('a wrong password is refused, and the form keeps what was typed', async ({ page }) => {
  // The link never leads to another site.
  await page.goto(`/sign-in?from=${encodeURIComponent('//evil.test/x')}`)
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByRole('link', { name: 'Password is required' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await fillSignIn(page, 'receptionist@demo.test', 'not the password')
  await expect(page.getByRole('alert')).toContainText('Invalid email or password')
  await expect(page.getByLabel('E-mail')).toHaveValue('receptionist@demo.test')
  await expect(page).toHaveURL(/\/sign-in/)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a link that was cut off is taken once it is whole, and one that has ended makes way for another', async ({
  page,
}) => {
  const alert = page.getByRole('alert')
  await page.goto('/sign-in/reset#cut-off')
  await expect(page.getByText('This link is incomplete')).toBeVisible()
  // Only the part after the # changes, so the page does not reload.
  await page.goto(`/sign-in/reset#${'a'.repeat(43)}`)
  await page.getByLabel('New password').fill('another-turn-of-the-wick')
  const sent = page.waitForRequest('**/new-password')
  await page.getByRole('button', { name: 'Save password' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ token: 'a'.repeat(43) })
  await expect(alert).toContainText('This link was used, or has expired.')
  await page.goto(`/sign-in/reset#${'b'.repeat(43)}`)
  await expect(alert).toHaveCount(0)
  await expect(page.getByLabel('New password')).toHaveValue('')

  await page.goto(`/sign-in/confirm#${'a'.repeat(43)}`)
  await page.getByRole('button', { name: 'Confirm e-mail address' }).click()
  await expect(alert).toContainText('This link was used, or has expired.')
  await page.goto(`/sign-in/confirm#${'b'.repeat(43)}`)
  await expect(alert).toHaveCount(0)
})

test('a session that ends under an open screen is renewed in place', async ({ page }) => {
  await page.goto('/staff')
  await fillSignIn(page, 'admin@demo.test')
  await page.getByLabel('Search staff by name or e-mail').fill('Anika')
  await expect(page.getByRole('row')).toHaveCount(2)
  await endSession(page)

  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('E-mail')).toHaveValue('admin@demo.test')
  await dialog.getByLabel('Password', { exact: true }).fill('wrong password')
  await dialog.getByRole('button', { name: 'Sign in again' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword)
  await dialog.getByRole('button', { name: 'Sign in again' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/staff?search=Anika')
  await expect(page.getByLabel('Search staff by name or e-mail')).toHaveValue('Anika')
  await page.getByLabel('Search staff by name or e-mail').fill('')
  await expect(page.getByRole('row')).not.toHaveCount(2)
})

/** Everything that Lantern stores in the browser. */
function keptBy(page: Page): Promise<string> {
  return page.evaluate(`(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      await indexedDB.databases(),
      requests.flat().map(({ url }) => url),
    ])
  })()`)
}

test('who signs out is out in every tab, and nothing typed or read stays behind', async ({
  context,
  page,
}) => {
  dear('it opens four tabs')
  await page.goto('/dashboard')
  await fillSignIn(page, 'receptionist@demo.test')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const otherTab = await context.newPage()
  await otherTab.goto('/dashboard')
  await expect(otherTab.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const patient = await registered(page)
  const signs = new RegExp([patient.id, patient.mrn, patient.lastName, 'Asha'].join('|'), 'i')
  await otherTab.goto(`/patients/${patient.id}`)
  await expect(otherTab.getByRole('region', { name: 'Patient', exact: true })).toContainText(patient.mrn)
  await expect.poll(() => keptBy(otherTab)).toMatch(signs)
  await page.getByRole('link', { name: 'Patients', exact: true }).click()
  await page.getByRole('link', { name: 'New Patient', exact: true }).click()
  await page.getByLabel('First name').fill('Asha')
  await expect.poll(() => drafts(page)).toHaveLength(1)
  await page.evaluate(() => localStorage.setItem('auth_token', 'left by a script'))

  await page.getByRole('button', { name: /your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.getByRole('button', { name: 'Sign out and discard' }).click()
  await expect(page).toHaveURL('/sign-in')
  await expect(otherTab).toHaveURL('/sign-in')
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
  await expect.poll(() => drafts(page)).toEqual([])
  for (const tab of [page, otherTab]) await expect.poll(() => keptBy(tab)).not.toMatch(signs)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/sign-in')
})

test('the drawer opens, leads on and closes by keyboard and by hand', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(page, 'admin')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await drawer.getByRole('link', { name: 'Staff' }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/staff')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(drawer).toBeVisible()
  await page.mouse.click(380, 400)
  await expect(drawer).toBeHidden()
})

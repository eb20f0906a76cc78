import { expect, type Page } from '@playwright/test'
import { call, demoPassword, pageOf, signInAnew, test } from '../people.ts'
import { leaveAlone, newcomer } from './newcomer.ts'

/** What administrators do about the accounts of others, and what becomes of it where another one does so too. */

test('two administrators change one account: the second sees what the first did, and goes on with it', async ({
  browser,
}) => {
  const { person } = await newcomer(browser)
  const name = `${person.firstName} ${person.lastName}`
  const admin = await pageOf(browser, 'admin')
  await admin.goto(`/staff?search=${person.lastName}`)
  await admin.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = admin.getByRole('dialog', { name: `Edit ${name}` })
  await dialog.getByRole('checkbox', { name: 'Doctor', exact: true }).check()

  const { version } = await call(admin.request, 'GET', `/staff/${person.id}`)
  const change = { offeredRoles: ['receptionist', 'inventory_manager'], active: true }
  await call(admin.request, 'PUT', `/staff/${person.id}`, change, { 'if-match': `"${version}"` })
  await dialog.getByRole('button', { name: `Save ${name}` }).click()
  await expect(dialog.getByText('Receptionist, Inventory manager')).toBeVisible()
  await dialog.getByRole('button', { name: `Save ${name}` }).click()
  await expect(dialog).toHaveCount(0)
  const saved = await call(admin.request, 'GET', `/staff/${person.id}`)
  expect(saved.offeredRoles).toEqual(['doctor', 'receptionist'])
})

test('an account that two administrators deactivate at once stays deactivated', async ({ browser }) => {
  const { person } = await newcomer(browser)
  const name = `${person.firstName} ${person.lastName}`
  const [first, second] = [await pageOf(browser, 'admin'), await pageOf(browser, 'admin')]
  for (const admin of [first, second]) {
    await admin.goto(`/staff?search=${person.lastName}`)
    await admin.getByRole('button', { name: `Deactivate ${name}` }).click()
  }
  const confirm = (admin: Page) =>
    admin
      .getByRole('dialog')
      .getByRole('button', { name: `Deactivate ${name}` })
      .click()
  await confirm(first)
  await expect(second.getByRole('table').getByText('Deactivated')).toBeVisible()
  await confirm(second)
  await expect(second.getByText(`${name} was deactivated`)).toBeVisible()
  expect(await call(second.request, 'GET', `/staff/${person.id}`)).toMatchObject({ active: false })
})

test('Escape answers a question, and leaves what was ticked behind it', async ({ browser }) => {
  const { person } = await newcomer(browser)
  const name = `${person.firstName} ${person.lastName}`
  const admin = await pageOf(browser, 'admin')
  await admin.goto(`/staff?search=${person.lastName}`)
  await admin.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = admin.getByRole('dialog', { name: `Edit ${name}` })
  const doctor = dialog.getByRole('checkbox', { name: 'Doctor', exact: true })
  await doctor.check()
  for (const [button, title] of [
    ['End All Sessions', `End all sessions of ${name}?`],
    ['Reset Password Link', `Reset password link for ${name}`],
  ] as const) {
    await dialog.getByRole('button', { name: button }).click()
    const question = admin.getByRole('dialog', { name: title })
    await expect(question).toBeVisible()
    await admin.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(doctor).toBeChecked()
  }
  await admin.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('keys that are pressed on the lock open and close nothing behind it', async ({ browser }) => {
  const { person } = await newcomer(browser)
  const name = `${person.firstName} ${person.lastName}`
  const admin = await (await browser.newContext()).newPage()
  await signInAnew(admin.request, 'admin')
  await admin.goto(`/staff?search=${person.lastName}`)
  async function lockedAndBack() {
    await leaveAlone(admin, 16)
    const lock = admin.getByRole('dialog', { name: 'Locked' })
    const password = lock.getByLabel('Password', { exact: true })
    await password.fill(demoPassword)
    await password.press('Escape')
    await password.press('Control+k')
    await lock.getByRole('button', { name: 'Unlock' }).click()
    await expect(lock).toHaveCount(0)
  }
  await expect(admin.getByRole('button', { name: `Edit ${name}` })).toBeVisible()
  await lockedAndBack()
  await expect(admin.getByRole('dialog')).toHaveCount(0)

  await admin.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = admin.getByRole('dialog', { name: `Edit ${name}` })
  await dialog.getByRole('checkbox', { name: 'Doctor', exact: true }).check()
  await lockedAndBack()
  await expect(dialog.getByRole('checkbox', { name: 'Doctor', exact: true })).toBeChecked()

  // A link that is shown this once is still there to be copied.
  await dialog.getByRole('button', { name: 'Reset Password Link' }).click()
  await admin.getByRole('button', { name: 'Create reset link' }).click()
  await expect(admin.getByLabel(`Reset link for ${name}`)).toBeVisible()
  await lockedAndBack()
  await expect(admin.getByLabel(`Reset link for ${name}`)).toHaveValue(/#/)
})

test('the address of the staff list keeps what it was searched for, and its order', async ({ browser }) => {
  const { person } = await newcomer(browser)
  const admin = await pageOf(browser, 'admin')
  await admin.goto('/staff')
  await admin.getByRole('searchbox').fill(person.lastName)
  await expect(admin.getByRole('row').filter({ hasText: person.email })).toBeVisible()
  await expect(admin).toHaveURL(new RegExp(`search=${person.lastName}`))
  await admin.getByRole('button', { name: 'Account' }).click()
  await expect(admin).toHaveURL(/sort=active/)
  await admin.reload()
  await expect(admin.getByRole('searchbox')).toHaveValue(person.lastName)
  await expect(admin.getByRole('columnheader', { name: 'Account' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(admin.getByRole('row').filter({ hasText: person.email })).toBeVisible()
})

test('the queue is filtered by a doctor with the specialty and the room beside the name', async ({
  browser,
}) => {
  const { person, context } = await newcomer(browser)
  const admin = await pageOf(browser, 'admin')
  const { version } = await call(admin.request, 'GET', `/staff/${person.id}`)
  const doctor = { offeredRoles: ['doctor'], active: true, specialty: 'Cardiology', room: 'Room 4' }
  await call(admin.request, 'PUT', `/staff/${person.id}`, doctor, { 'if-match': `"${version}"` })
  await call(context.request, 'PUT', '/me/role', { role: 'doctor' })
  const desk = await pageOf(browser, 'receptionist')
  await desk.goto('/opd-queue')
  await desk.getByRole('combobox', { name: 'Filter by doctor' }).click()
  const option = desk.getByRole('option', { name: new RegExp(person.lastName) })
  await expect(option).toContainText('Cardiology, Room 4')
})

test('invitations that could not be loaded are not taken for none', async ({ browser }) => {
  const admin = await pageOf(browser, 'admin')
  const away = '**/api/invitations'
  await admin.route(away, (route) => route.fulfill({ status: 503 }))
  await admin.goto('/staff')
  await admin.getByRole('button', { name: 'Invite Colleagues' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Invite colleagues' })
  const failed = dialog.getByRole('alert').filter({ hasText: 'Invitations not used yet could not be loaded' })
  await expect(failed).toBeVisible()
  await admin.unroute(away)
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(failed).toHaveCount(0)
})

test('how a colleague signs in is read again where it could not be, and keeps what was chosen', async ({
  browser,
}) => {
  const { person } = await newcomer(browser)
  const name = `${person.firstName} ${person.lastName}`
  const admin = await pageOf(browser, 'admin')
  const away = `**/api/staff/${person.id}/sign-in`
  await admin.route(away, (route) => route.fulfill({ status: 503 }))
  await admin.goto(`/staff?search=${person.lastName}`)
  await admin.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = admin.getByRole('dialog', { name: `Edit ${name}` })
  await dialog.getByRole('checkbox', { name: 'Doctor', exact: true }).check()
  const failed = dialog
    .getByRole('alert')
    .filter({ hasText: `${name}’s sign-in details could not be loaded` })
  await expect(failed).toBeVisible()
  await admin.unroute(away)
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByText('1 session open')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: 'Doctor', exact: true })).toBeChecked()
})

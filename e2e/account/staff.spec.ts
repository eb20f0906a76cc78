import { expect } from '@playwright/test'
import { demoPassword, signInAnew, test } from '../people.ts'
import { leaveAlone, newcomer } from './newcomer.ts'

/** How administrators manage other accounts. */

test('Escape answers a question, keys on the lock open and close nothing behind it, and what was ticked stays', async ({
  browser,
}) => {
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
  const doctor = dialog.getByRole('checkbox', { name: 'Doctor', exact: true })
  await doctor.check()
  await lockedAndBack()
  await expect(doctor).toBeChecked()
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

  // The link is shown only once, and can still be copied.
  await dialog.getByRole('button', { name: 'Reset Password Link' }).click()
  await admin.getByRole('button', { name: 'Create reset link' }).click()
  await expect(admin.getByLabel(`Reset link for ${name}`)).toBeVisible()
  await lockedAndBack()
  await expect(admin.getByLabel(`Reset link for ${name}`)).toHaveValue(/#/)
  await admin.getByRole('button', { name: 'Done' }).click()
  await admin.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

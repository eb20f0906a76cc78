import { expect } from '@playwright/test'
import { dear, reloadOnceKept, signInAnew, test } from '../people.ts'

/** Pages without a form or a menu, where a tab with unsaved entries may be when somebody signs out in another one. */
const elsewhere = ['/select-role', '/sign-in/forgot', '/no/such/place', '/teams', '/About']

test('signing out asks about the entries of another tab on whichever page that is', async ({
  context,
  page,
}) => {
  dear('five pages beside a form')
  await signInAnew(context.request, 'receptionist')
  await page.goto('/patients/new')
  await page.getByLabel(/^First name/i).fill('Halfway')
  await reloadOnceKept(page, 'Halfway')
  const other = await context.newPage()
  await other.goto('/patients')
  const question = other.getByRole('dialog', { name: 'Discard unsaved entries?' })
  for (const path of elsewhere) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await other.getByRole('button', { name: /your menu/ }).click()
    await other.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(question, path).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
  }
})

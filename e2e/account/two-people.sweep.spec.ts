import { expect, type Page } from '@playwright/test'
import { dear, test } from '../people.ts'
import { addPasskey, fillSignIn, leaveAlone, type Newcomer, newcomer } from './newcomer.ts'

/** Two people at one computer: the second never sees the screen of the first. */

/** Expects the person's own dashboard, with nothing of the person before. */
async function expectBegunAnew(page: Page, { firstName, lastName }: Newcomer) {
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: /your menu/ }).click()
  await expect(page.getByRole('menu')).toContainText(`${firstName} ${lastName}`)
  await page.keyboard.press('Escape')
  await page.goto('/patients/new')
  await expect(page.getByLabel('First name')).toHaveValue('')
}

test('a locked screen is left when somebody else signs in beside it, and what was typed stays its owner’s', async ({
  browser,
}) => {
  dear('two people at one browser')
  const next = (await newcomer(browser)).person
  const { person, context, page } = await newcomer(browser)
  await page.goto('/patients/new')
  await page.getByLabel('First name').fill('Halfway')
  await leaveAlone(page, 16)
  await expect(page.getByRole('dialog', { name: 'Locked' })).toBeVisible()

  const beside = await context.newPage()
  await beside.goto('/sign-in')
  await fillSignIn(beside, next)
  await expect(beside).toHaveURL('/dashboard')
  await expectBegunAnew(page, next)
  const kept = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /draft|aside/.test(key)))
  expect(kept).toEqual([`lantern.aside:${person.id}`])

  // The colleague signs out without a question, and the owner's entries are kept.
  await beside.getByRole('button', { name: /your menu/ }).click()
  await beside.getByRole('menuitem', { name: 'Sign Out' }).click()
  for (const tab of [beside, page]) await expect(tab).toHaveURL(/\/sign-in/)
  await fillSignIn(page, person)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/patients/new')
  await expect(page.getByLabel('First name')).toHaveValue('Halfway')
})

test('a lost session is not gone on with by a colleague’s passkey', async ({ browser, baseURL }) => {
  dear('two people at one browser, with a passkey')
  // Browsers offer passkeys only for host names.
  const named = baseURL?.replace('127.0.0.1', 'localhost')
  const { person } = await newcomer(browser, named)
  const { person: next, context, page } = await newcomer(browser, named)
  await addPasskey(page, next, 'Wren’s phone')
  await page.goto('/sign-out')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await fillSignIn(page, person)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/patients/new')
  await page.getByLabel('First name').fill('Halfway')
  const headers = { origin: new URL(page.url()).origin }
  expect((await context.request.post('/api/auth/sign-out', { data: {}, headers })).ok()).toBe(true)
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByRole('button', { name: 'Use a passkey' }).click()
  await expectBegunAnew(page, next)
})

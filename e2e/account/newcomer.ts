import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { call, contextOf, unique } from '../people.ts'

export interface Newcomer {
  id: string
  email: string
  password: string
  firstName: string
  lastName: string
}

/** A new receptionist with an account of their own, whose sessions no other story shares. */
export async function newcomer(
  browser: Browser,
  baseURL?: string,
): Promise<{ person: Newcomer; context: BrowserContext; page: Page }> {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const [firstName, lastName] = ['Wren', unique()]
  const made = {
    firstName,
    lastName,
    email: `${lastName}@e2e.test`.toLowerCase(),
    password: 'a-lamp-at-night-17',
  }
  const answer = await context.request.post('/api/auth/sign-up/email', {
    data: { ...made, name: `${firstName} ${lastName}` },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { id } = (await answer.json()).user
  const admin = await contextOf(browser, 'admin')
  const member = await call(admin.request, 'GET', `/staff/${id}`)
  const version = { 'if-match': `"${member.version}"` }
  await call(admin.request, 'PUT', `/staff/${id}`, { offeredRoles: ['receptionist'], active: true }, version)
  await admin.close()
  await call(context.request, 'PUT', '/me/role', { role: 'receptionist' })
  return { person: { id, ...made }, context, page: await context.newPage() }
}

/** Signs the same person in at another computer. */
export async function elsewhere(browser: Browser, { email, password }: Newcomer): Promise<Page> {
  const context = await browser.newContext()
  const answer = await context.request.post('/api/auth/sign-in/email', { data: { email, password } })
  expect(answer.status(), await answer.text()).toBe(200)
  return context.newPage()
}

export async function fillSignIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Makes this browser look idle for `minutes` minutes. */
export function leaveAlone(page: Page, minutes: number): Promise<void> {
  return page.evaluate(`localStorage.setItem('lantern.active-at', String(Date.now() - ${minutes} * 60000))`)
}

/** Adds an authenticator to this page that answers by itself. */
export async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Adds a passkey to the account, in an authenticator of this page. */
export async function addPasskey(page: Page, { password }: Newcomer, name: string): Promise<void> {
  await withAuthenticator(page)
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Passkeys' })
  await section.getByRole('button', { name: 'Add Passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await expect(section.getByRole('listitem')).toContainText(name)
}

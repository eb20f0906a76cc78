import { randomUUID } from 'node:crypto'
import { relative } from 'node:path'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Page,
  test as plainTest,
} from '@playwright/test'
import { coreSeconds, noteStory } from '../scripts/suite/cost.ts'
import { slowdown } from '../scripts/suite/tiers.ts'

export type DemoAccount =
  | 'admin'
  | 'doctor'
  | 'nurse'
  | 'nights'
  | 'pharmacist'
  | 'receptionist'
  | 'inventory'

export const demoPassword = 'lantern-demo-2026'

/** A story. At its end all of its windows are closed, because an open screen would go on following changes. */
export const test = plainTest.extend<{ everyWindow: undefined }>({
  everyWindow: [
    async ({ browser }, use, { file, title, annotations }) => {
      const before = coreSeconds()
      if (slowdown > 1) browser.on('context', slowDown)
      await use(undefined)
      noteStory({
        part: relative(process.cwd(), file),
        seconds: coreSeconds() - before,
        title,
        reason: annotations.find(({ type }) => type === 'dear')?.description,
      })
      browser.off('context', slowDown)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})

/** Gives the reason why a story costs more than four seconds of a core. */
export function dear(reason: string): void {
  plainTest.info().annotations.push({ type: 'dear', description: reason })
}

function slowDown(context: BrowserContext): void {
  context.on('page', async (page) => {
    try {
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    } catch (error) {
      // A story may close a page right after opening it.
      if (!page.isClosed()) throw error
    }
  })
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** The session of each account, which all stories share that don't end it. */
const sessions = new Map<DemoAccount, Promise<Cookies>>()

/** Gives the page the account's shared session. */
export async function signIn(page: Page, account: DemoAccount): Promise<void> {
  await enter(page.context(), account)
}

/** Signs in with a session of its own, for a story that ends it. */
export async function signInAnew(request: APIRequestContext, account: DemoAccount): Promise<void> {
  const answer = await request.post('/api/auth/sign-in/email', {
    data: { email: `${account}@demo.test`, password: demoPassword },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** A page at another computer, where somebody is signed in. */
export async function pageOf(browser: Browser, account: DemoAccount): Promise<Page> {
  return (await contextOf(browser, account)).newPage()
}

/** Another computer, where somebody is signed in and no screen is open. */
export async function contextOf(browser: Browser, account: DemoAccount): Promise<BrowserContext> {
  const context = await browser.newContext()
  await enter(context, account)
  return context
}

async function enter(context: BrowserContext, account: DemoAccount): Promise<void> {
  const session = sessions.get(account) ?? begun(context, account)
  sessions.set(account, session)
  await context.addCookies(await session)
}

/**
 * Signs in in a context of its own, because signing in would end the browser's earlier session, which other stories
 * use.
 */
async function begun(context: BrowserContext, account: DemoAccount): Promise<Cookies> {
  const alone = await context.browser()?.newContext()
  if (!alone) throw new Error('no browser to sign in with')
  await signInAnew(alone.request, account)
  const cookies = await alone.cookies()
  await alone.close()
  return cookies
}

/** Calls the API as the signed-in user, for steps that the story is not about. */
export async function call(
  request: APIRequestContext,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: unknown,
  headers: Record<string, string> = {},
) {
  const { token } = await (await request.get('/api/auth/token')).json()
  const answer = await request.fetch(`/api${path}`, {
    method,
    data,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      ...headers,
    },
  })
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return answer.json()
}

/** The calls that the page's screens make from now on although the role may not. */
export function refusedCalls(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403)
      refused.push(`${answer.request().method()} ${new URL(answer.url()).pathname}`)
  })
  return refused
}

/** Waits until the page has stored the typed text, and reloads it. */
export async function reloadOnceKept(page: Page, typed: string | RegExp): Promise<void> {
  await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join(' '))).toMatch(typed)
  await page.reload()
}

/** Ends the session during the next call to `path`. The call goes on once the screen asks to sign in again. */
export async function endSessionUnder(page: Page, path: string): Promise<void> {
  const { origin } = new URL(page.url())
  await page.route(
    path,
    async (route) => {
      const ended = await page.request.post('/api/auth/sign-out', { data: {}, headers: { origin } })
      expect(ended.ok()).toBe(true)
      await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
      await route.continue()
    },
    { times: 1 },
  )
}

/** Loads the whole screen at an address, as if someone had typed it. */
export async function load(page: Page, path: string): Promise<void> {
  await page.goto(path)
}

/** A random number, because two patients with one phone number are flagged as probable duplicates. */
export const uniquePhone = () => `+1 555 ${1_000_000 + Math.floor(Math.random() * 9_000_000)}`

/** A name that no other story uses. It consists of letters, so that a person can have it. */
export function unique(): string {
  const letters = Array.from(
    { length: 8 },
    () => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(Math.random() * 26)],
  )
  return `Z${letters.join('')}`
}

export async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Signs in again in the dialog that appears after the session ended. */
export async function signInAgain(page: Page): Promise<void> {
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password', { exact: true }).fill(demoPassword)
  await again.getByRole('button', { name: 'Sign in again' }).click()
}

/** Counts presses of the pointer from now on, until the page is reloaded. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`window.presses = 0; addEventListener('pointerdown', () => window.presses++, true)`)
  return () => page.evaluate<number>('window.presses')
}

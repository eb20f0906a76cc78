import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'

export type DemoAccount = 'admin' | 'doctor' | 'receptionist' | 'inventory'

/** Signs in as one of the demo's people; whatever shares these cookies is signed in then. */
export async function signIn(request: APIRequestContext, account: DemoAccount): Promise<void> {
  const answer = await request.post('/api/auth/sign-in/email', {
    data: { email: `${account}@demo.test`, password: 'lantern-demo-2026' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Somebody at another computer. */
export async function pageOf(browser: Browser, account: DemoAccount): Promise<Page> {
  const page = await browser.newPage()
  await signIn(page.request, account)
  return page
}

/** Calls the API as whoever is signed in, for what a story takes for granted. */
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

/** Ends the session when the next call to `path` is on its way; the screen has asked to sign in again before it arrives. */
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

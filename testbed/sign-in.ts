import { setTimeout as sleep } from 'node:timers/promises'

/** The access tokens of a signed-in demo account. */
export interface SignIn {
  token(): Promise<string>
}

/** @throws if the account may not sign in */
export async function signIn(origin: string, account: string): Promise<SignIn> {
  const answer = await enter(origin, account)
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}: ${await answer.text()}`)
  return { token: () => tokenFor(origin, cookieOf(answer)) }
}

/** An access token for a demo account, from a server that may still be restarting. */
export async function tokenOf(origin: string, account: string): Promise<string> {
  for (let tries = 0; ; tries++) {
    try {
      return await tokenFor(origin, cookieOf(await enter(origin, account)))
    } catch (error) {
      if (tries > 20) throw error
      await sleep(500)
    }
  }
}

function enter(origin: string, account: string): Promise<Response> {
  return fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${account}@demo.test`, password: 'lantern-demo-2026' }),
  })
}

function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

async function tokenFor(origin: string, cookie: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/token`, { headers: { cookie } })
  const { token } = (await answer.json()) as { token?: string }
  if (!token) throw new Error(`No token: ${answer.status}`)
  return token
}

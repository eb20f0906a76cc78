import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '../../../contract/nouns.ts'
import type { Call } from '../../../testbed/calls.ts'
import type { Server } from '../../../testbed/servers.ts'
import type { Calling } from '../callers.ts'
import type { Fault } from '../finding.ts'
import { withWeb } from '../servers.ts'
import { reads } from './stalled.ts'

const guess = { email: 'doctor@demo.test', password: 'not-the-password' }
const secret = 'a'.repeat(43)
const passkeyAnswer = {
  id: secret,
  rawId: secret,
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: secret, authenticatorData: secret, signature: secret },
}

/** Pages and files, and API endpoints that refuse requests without a session. */
const paths = [
  '/',
  '/teams',
  '/About',
  '/sign-in',
  '/favicon.svg',
  '/logo/0123456789abcdef',
  `/calendar/${secret}.ics`,
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/swagger-ui-bundle.js',
  '/api/docs/swagger-ui.css',
  '/api/auth/token',
  '/api/live',
  '/api/patients',
  '/api/nothing',
  '/livez',
  '/readyz',
]

/** The account's routes that are open to visitors; the contract's own endpoints are added. */
const posts = [
  { path: '/api/auth/sign-in/email', body: guess },
  { path: '/api/auth/sign-in/passkey', body: passkeyAnswer },
  { path: '/api/auth/passkey/options', body: {} },
  { path: '/api/auth/sign-up/email', body: { ...guess, name: 'A B', firstName: 'A', lastName: 'B' } },
  { path: '/api/auth/sign-out', body: {} },
  { path: '/api/auth/forgotten-password', body: { email: guess.email } },
  { path: '/api/auth/new-password', body: { token: secret, password: 'turn-the-wick-down' } },
  { path: '/api/auth/confirmed-email', body: { token: secret } },
  { path: '/api/auth/confirmed-sign-up', body: { token: secret, password: 'turn-the-wick-down' } },
  { path: '/api/auth/sign-on/begin', body: {} },
  { path: '/api/auth/sign-on/finish', body: { state: secret, code: secret } },
  {
    path: '/api/demo-requests',
    body: { name: 'A B', hospital: 'St. Elmo', email: 'somebody@example.org' },
  },
]

/** Everything that can be requested without a session. */
async function everyPublicCall({ origin }: Server): Promise<Call[]> {
  const page = await (await fetch(origin)).text()
  const script = /src="(\/assets\/[^"]+)"/.exec(page)?.[1]
  const open = endpoints.filter(({ permission }) => permission === 'public')
  const reads = open
    .filter(({ kind }) => kind === 'read')
    .map(({ path }) => `/api${path.replace(/\{\w+\}/g, secret)}`)
  const missing = open.filter(
    ({ kind, path }) => kind !== 'read' && !posts.some((post) => post.path === `/api${path}`),
  )
  if (missing.length > 0) throw new Error(`How is ${missing.map(({ path }) => path).join()} called?`)
  return [
    ...[...paths, ...(script ? [script] : []), ...reads].map((path) => ({
      path,
      headers: { 'accept-encoding': 'br' },
    })),
    ...posts.map((post) => ({ method: 'POST', ...post })),
  ]
}

export const publicCallers: Fault = {
  name: 'public',
  what: 'ten callers of each public address, one address after the other: the p99 of signed-in reads is at most 3 times what it was',
  async run(target, hospital) {
    const server = await withWeb(target).start(hospital)
    const token = await server.token('admin')
    const calls = await everyPublicCall(server)
    await reads(server, token, 1000)
    const before = await reads(server, token, 4000)
    const found: { path: string; p99: number; failed: number }[] = []
    for (const call of calls) {
      const callers = fork(join(import.meta.dirname, '../callers.ts'))
      const calling: Calling = { origin: server.origin, call, callers: 10, for: 4000 }
      const over = once(callers, 'exit')
      callers.send(calling)
      await sleep(500)
      found.push({ path: call.path, ...(await reads(server, token, 3500)) })
      await over
    }
    await server.kill()
    const worst = found.toSorted((one, other) => other.p99 - one.p99).slice(0, 3)
    return {
      said: `p99 ${before.p99.toFixed(0)} ms; of ${calls.length} addresses the worst: ${worst.map(({ path, p99 }) => `${path} ${p99.toFixed(0)} ms`).join(', ')}`,
      holds: found.every(({ failed, p99 }) => failed === 0 && p99 <= 3 * before.p99),
    }
  },
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Calling } from './callers.ts'
import type { Call } from './calls.ts'
import type { Fault } from './finding.ts'
import { type Server, withWeb } from './servers.ts'
import { reads } from './stalled.ts'

const guess = { email: 'doctor@demo.test', password: 'not-the-password' }

/** Whatever can be asked without a session, and what nobody may. */
async function everyPublicCall({ origin }: Server): Promise<Call[]> {
  const page = await (await fetch(origin)).text()
  const script = /src="(\/assets\/[^"]+)"/.exec(page)?.[1]
  const paths = [
    '/',
    ...(script ? [script] : []),
    '/favicon.svg',
    '/api/openapi.json',
    '/api/docs',
    '/api/docs/swagger-ui-bundle.js',
    '/api/docs/swagger-ui.css',
    '/api/site',
    '/api/auth/token',
    '/api/live',
    '/api/patients',
    '/api/nothing',
    '/livez',
    '/readyz',
  ]
  const posts = [
    { path: '/api/auth/sign-in/email', body: guess },
    { path: '/api/auth/sign-up/email', body: { ...guess, name: 'A B', firstName: 'A', lastName: 'B' } },
    { path: '/api/auth/sign-out', body: {} },
  ]
  return [
    ...paths.map((path) => ({ path, headers: { 'accept-encoding': 'br' } })),
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
      const callers = fork(join(import.meta.dirname, 'callers.ts'))
      const calling: Calling = { origin: server.origin, call, callers: 10, for: 4000 }
      const over = once(callers, 'exit')
      callers.send(calling)
      await sleep(500)
      found.push({ path: call.path, ...(await reads(server, token, 3500)) })
      await over
    }
    server.signal('SIGKILL')
    await server.ended
    const worst = found.toSorted((one, other) => other.p99 - one.p99).slice(0, 3)
    return {
      said: `p99 ${before.p99.toFixed(0)} ms; of ${calls.length} addresses the worst: ${worst.map(({ path, p99 }) => `${path} ${p99.toFixed(0)} ms`).join(', ')}`,
      isBorne: found.every(({ failed, p99 }) => failed === 0 && p99 <= 3 * before.p99),
    }
  },
}

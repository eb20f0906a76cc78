import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './finding.ts'
import { reads } from './stalled.ts'

const paths = [
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/swagger-ui-bundle.js',
  '/api/site',
  '/',
  '/api/nothing',
]

export const publicCallers: Fault = {
  name: 'public',
  what: 'ten callers of each public address, one address after the other: the p99 of signed-in reads is at most 3 times what it was',
  async run(target, hospital) {
    const server = await target.start(hospital)
    const token = await server.token('admin')
    await reads(server, token, 1000)
    const before = await reads(server, token, 4000)
    const found: { path: string; p99: number; failed: number }[] = []
    for (const path of paths) {
      const calling = once(callersOf(server.origin, path), 'exit')
      await sleep(500)
      const during = await reads(server, token, 4000)
      await calling
      found.push({ path, ...during })
    }
    server.signal('SIGKILL')
    await server.ended
    const worst = found.reduce((one, other) => (other.p99 > one.p99 ? other : one))
    return {
      said: `p99 ${before.p99.toFixed(0)} ms; the worst, ${worst.path}: ${worst.p99.toFixed(0)} ms`,
      isBorne: found.every(({ failed, p99 }) => failed === 0 && p99 <= 3 * before.p99),
    }
  },
}

function callersOf(origin: string, path: string) {
  return fork(join(import.meta.dirname, 'callers.ts'), [origin, path, '10', '4500'])
}

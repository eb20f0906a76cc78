import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../../testbed/calls.ts'
import type { Server } from '../../../testbed/servers.ts'
import type { Fault } from '../finding.ts'
import { reads } from './stalled.ts'

/** Milliseconds between two bytes of a slow client. */
const slowness = 1000

export const slowClients: Fault = {
  name: 'slow',
  what: 'slow clients who send a header or a form byte by byte, for 15 s: the p99 of signed-in reads is at most 3 times what it was',
  async run(target, hospital, { slowClients: howMany }) {
    const server = await target.start(hospital)
    const token = await server.token('admin')
    await reads(server, token, 1000)
    const before = await reads(server, token, 4000)
    const clients = Array.from({ length: howMany }, (_, index) => slowClient(server, token, index % 2 === 0))
    await sleep(1000)
    const during = await reads(server, token, 15_000)
    const open = clients.filter(({ isOpen }) => isOpen()).length
    for (const { leave } of clients) leave()
    const { call, close } = client(server.origin)
    const after = await call({ path: '/api/patients', token })
    close()
    await server.kill()
    return {
      said: `${howMany} slow clients, ${open} still there at the end: p99 ${before.p99.toFixed(0)} → ${during.p99.toFixed(0)} ms, ${during.failed} of ${during.count} failed`,
      holds: during.failed === 0 && during.p99 <= 3 * before.p99 && after.status === 200,
    }
  },
}

/** Sends a form or a header that never ends. */
function slowClient({ port }: Server, token: string, isForm: boolean) {
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => {})
  socket.resume()
  const form = ['content-type: application/json', 'content-length: 1000', '', '{"lastName":"']
  socket.write(
    [
      'POST /api/patients HTTP/1.1',
      `host: 127.0.0.1:${port}`,
      `authorization: Bearer ${token}`,
      ...(isForm ? form : ['x-slow: ']),
    ].join('\r\n'),
  )
  const drip = setInterval(() => socket.write('a'), slowness)
  socket.once('close', () => clearInterval(drip))
  return { isOpen: () => !socket.destroyed, leave: () => socket.destroy() }
}

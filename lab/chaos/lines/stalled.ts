import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { client, forAWhile, p99 } from '../../../testbed/calls.ts'
import type { Server } from '../../../testbed/servers.ts'
import type { Fault } from '../finding.ts'

export const stalled: Fault = {
  name: 'stalled',
  what: 'readers of an export who read nothing, for 15 s: the p99 of signed-in reads is at most 3 times what it was',
  async run(target, hospital, { stalledReaders }) {
    const server = await target.start(hospital)
    const tokens = await Promise.all(['admin', 'doctor', 'receptionist'].map((who) => server.token(who)))
    const before = await reads(server, tokens[0] ?? '', 4000)
    const readers = Array.from({ length: stalledReaders }, (_, index) =>
      stalledReader(server, tokens[index % tokens.length] ?? ''),
    )
    await sleep(1000)
    const during = await reads(server, tokens[0] ?? '', 15_000)
    for (const reader of readers) reader.destroy()
    await server.kill()
    return {
      said: `${stalledReaders} readers: p99 ${before.p99.toFixed(0)} → ${during.p99.toFixed(0)} ms, ${during.failed} of ${during.count} failed`,
      holds: during.failed === 0 && during.p99 <= 3 * before.p99,
    }
  },
}

function stalledReader({ port }: Server, token: string): Socket {
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => {})
  socket.pause()
  socket.write(
    `GET /api/patients/export HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n\r\n`,
  )
  return socket
}

/** Measures four concurrent signed-in readers. */
export async function reads(server: Server, token: string, millis: number) {
  const times: number[] = []
  let failed = 0
  const readers = Array.from({ length: 4 }, () => client(server.origin))
  await forAWhile(millis, readers.length, async (worker) => {
    const outcome = await readers[worker]?.call({ path: '/api/patients', token })
    if (!outcome) return
    times.push(outcome.took)
    if (outcome.status !== 200) failed++
    await sleep(5)
  })
  for (const reader of readers) reader.close()
  return { p99: p99(times), failed, count: times.length }
}

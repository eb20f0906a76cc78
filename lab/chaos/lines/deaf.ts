import { setTimeout as sleep } from 'node:timers/promises'
import { openLive } from '../../../server/testing/live-stream.ts'
import { cuttableLink } from '../../../server/testing/trouble/cuttable-link.ts'
import type { Hospital } from '../../../testbed/hospital.ts'
import type { Server } from '../../../testbed/servers.ts'
import type { Fault, Finding } from '../finding.ts'
import { ask, duringSilence } from './silence.ts'

/** Milliseconds within which a withdrawn role must stop working. */
const longestBelieved = 30_000

export const deaf: Fault = {
  name: 'deaf',
  what: 'every connection to PostgreSQL, LISTEN too, is half open and new ones are well, and a role is withdrawn meanwhile: the same, and nobody gets in for longer than 30 s without a role',
  async run(target, hospital) {
    const link = await cuttableLink(hospital.ownerUrl)
    let tell = () => {}
    const isDeaf = new Promise<void>((resolve) => {
      tell = resolve
    })
    try {
      return await duringSilence(target, { ...hospital, ownerUrl: link.url }, 30_000, {
        async begin() {
          link.swallow()
          await link.mend()
          tell()
        },
        end: async () => {},
        meanwhile: (server) => withdrawn(hospital, server, isDeaf),
      })
    } finally {
      await link.close()
    }
  },
}

/**
 * Measures how long an account keeps its access and its stream after its role was withdrawn, while the server hears no
 * notifications.
 */
async function withdrawn(hospital: Hospital, server: Server, isDeaf: Promise<void>): Promise<Finding> {
  const token = await server.token('receptionist')
  const isIn = async () => (await ask(server, { path: '/api/patients', token })).status === 200
  const stream = await openLive(server.origin, { token }, 'patients').catch(() => null)
  const wasIn = await isIn()
  await isDeaf
  await hospital.asOwner(
    `update staff set role = null, offered_roles = '{}' where email = 'receptionist@demo.test'`,
  )
  const since = performance.now()
  let lastIn = 0
  let isOver = Number.POSITIVE_INFINITY
  while (performance.now() - since < longestBelieved + 5000) {
    const asked = performance.now() - since
    if (await isIn()) lastIn = asked
    if (!stream || stream.isOver) isOver = Math.min(isOver, asked)
    await sleep(250)
  }
  stream?.close()
  return {
    said: `without a role the last got in after ${(lastIn / 1000).toFixed(1)} s, a stream ended after ${(isOver / 1000).toFixed(1)} s`,
    holds: wasIn && lastIn <= longestBelieved && isOver <= longestBelieved,
  }
}

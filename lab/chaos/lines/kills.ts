import { setTimeout as sleep } from 'node:timers/promises'
import type { Hospital } from '../../../testbed/hospital.ts'
import type { Server } from '../../../testbed/servers.ts'
import { oddly, openDesk } from '../desk/desk.ts'
import { isWhole, lookAt, told } from '../desk/ledger.ts'
import { givenCounters } from '../desk/story.ts'
import type { Fault } from '../finding.ts'
import type { Target } from '../servers.ts'

/** Milliseconds within which a server must recover. */
const longestWayBack = 60_000

export const kills: Fault = {
  name: 'kills',
  what: 'server and PostgreSQL killed (-9) at random while clients register, book, queue, admit, transfer, discharge and move stock: nothing acknowledged is lost, doubled or half done',
  async run(target, hospital, { kills: times, clerks }) {
    const counters = await givenCounters(hospital, clerks)
    let server = await target.start(hospital)
    let token = await server.token('admin')
    const desk = openDesk({ origin: server.origin, token: () => token, story: target.story, counters })
    const killed = { server: 0, postgres: 0 }
    let slowest = 0
    for (let kill = 0; kill < times; kill++) {
      const before = performance.now()
      // A server can only be killed while it works.
      if (!(await desk.goesOn(longestWayBack))) break
      if (kill > 0) slowest = Math.max(slowest, performance.now() - before)
      await sleep(Math.random() * 1000)
      if (Math.random() < 0.5) {
        killed.server++
        await server.kill()
        server = await startAgain(target, hospital, server.port)
        token = await server.token('admin')
      } else {
        killed.postgres++
        hospital.signal('SIGKILL', Math.random() < 0.5 ? 'postmaster' : 'all')
      }
    }
    const isBack = await desk.goesOn(longestWayBack)
    await desk.stop()
    const ledger = await lookAt(hospital, desk.writes)
    await server.kill()
    return {
      said: `${killed.server} kills of the server, ${killed.postgres} of PostgreSQL, ${told(ledger)}${oddly(desk)}; at work again after at most ${(slowest / 1000).toFixed(1)} s`,
      holds: isBack && isWhole(ledger) && desk.odd.length === 0,
    }
  },
}

/** Starts the server again. The database may still be restarting, so it takes several tries. */
async function startAgain(target: Target, hospital: Hospital, port: number): Promise<Server> {
  for (let tries = 0; ; tries++) {
    try {
      return await target.start(hospital, port)
    } catch (error) {
      if (tries > 30) throw error
      await sleep(500)
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './finding.ts'
import type { Hospital } from './hospital.ts'
import { lookAt, openDesk } from './registrations.ts'
import type { Server, Target } from './servers.ts'

export const kills: Fault = {
  name: 'kills',
  what: 'server and PostgreSQL killed (-9) while 16 clients write: nothing acknowledged is lost, doubled or half done',
  async run(target, hospital, { kills: times }) {
    let server = await target.start(hospital)
    let token = await server.token('receptionist')
    const desk = openDesk(server.origin, () => token)
    for (let kill = 0; kill < times; kill++) {
      await sleep(300 + Math.random() * 900)
      if (kill % 2 === 0) {
        server.signal('SIGKILL')
        await server.ended
        server = await startAgain(target, hospital, server.port)
        token = await server.token('receptionist')
      } else hospital.signal('SIGKILL', kill % 4 === 1 ? 'postmaster' : 'all')
    }
    await desk.stop()
    const { acknowledged, lost, doubled, half } = await lookAt(hospital, desk.registrations)
    server.signal('SIGKILL')
    await server.ended
    return {
      said: `${times} kills, ${acknowledged} acknowledged: ${lost} lost, ${doubled} doubled, ${half} half done, ${desk.odd.length} answered oddly`,
      isBorne: acknowledged > 0 && lost + doubled + half + desk.odd.length === 0,
    }
  },
}

/** The database may be coming back itself. */
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

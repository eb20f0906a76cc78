import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from './calls.ts'
import type { Fault } from './finding.ts'
import { lookAt, type Registration, registration } from './registrations.ts'

export const sigterm: Fault = {
  name: 'sigterm',
  what: 'SIGTERM while 50 clients write: no request in flight is cut, and what was saved was acknowledged',
  async run(target, hospital) {
    const server = await target.start(hospital)
    const token = await server.token('receptionist')
    const registrations: Registration[] = []
    let cut = 0
    const clients = Array.from({ length: 50 }, async () => {
      const { call, close } = client(server.origin)
      for (;;) {
        const own: Registration = { lastName: `Chaos ${randomUUID()}`, isAcknowledged: false }
        registrations.push(own)
        const { status } = await call({
          method: 'POST',
          path: '/api/patients',
          token,
          key: randomUUID(),
          body: registration(own.lastName),
        })
        own.isAcknowledged = status === 201
        if (status === 'cut' || status === 'hung') cut++
        if (status !== 201) break
      }
      close()
    })
    await sleep(1500)
    server.signal('SIGTERM')
    await Promise.all([...clients, server.ended])
    const { acknowledged, lost, half } = await lookAt(hospital, registrations)
    return {
      said: `${acknowledged} acknowledged, ${cut} cut, ${lost} lost, ${half} half done`,
      isBorne: acknowledged > 50 && cut + lost + half === 0,
    }
  },
}

import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../../testbed/calls.ts'
import { isWhole, lookAt, told } from '../desk/ledger.ts'
import { givenCounters, type Write } from '../desk/story.ts'
import type { Fault } from '../finding.ts'

export const sigterm: Fault = {
  name: 'sigterm',
  what: 'SIGTERM while 50 clients write: no request in flight is cut, and what was saved was acknowledged',
  async run(target, hospital) {
    const server = await target.start(hospital)
    const token = await server.token('admin')
    const writes: Write[] = []
    let cut = 0
    const clients = (await givenCounters(hospital, 50)).map(async (counter) => {
      const { call, close } = client(server.origin)
      let status: unknown = 201
      for (let turn = 0; status === 200 || status === 201; turn++) {
        const acts = target.story(counter, turn)
        for (let next = acts.next(); !next.done; ) {
          const write = next.value
          writes.push(write)
          const outcome = await call({ ...write.call, token })
          status = outcome.status
          if (status === 'cut' || status === 'hung') cut++
          write.isAcknowledged = status === 200 || status === 201
          if (!write.isAcknowledged) break
          next = acts.next(JSON.parse(outcome.body))
        }
      }
      close()
    })
    await sleep(1500)
    server.signal('SIGTERM')
    await Promise.all([...clients, server.ended])
    const ledger = await lookAt(hospital, writes)
    return {
      said: `${told(ledger)}, ${ledger.untold} saved without an answer, ${cut} cut`,
      holds: ledger.acknowledged > 50 && isWhole(ledger) && cut + ledger.untold === 0,
    }
  },
}

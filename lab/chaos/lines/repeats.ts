import { client } from '../../../testbed/calls.ts'
import { isWhole, lookAt, told } from '../desk/ledger.ts'
import { givenCounters, type Write } from '../desk/story.ts'
import type { Fault } from '../finding.ts'

export const repeats: Fault = {
  name: 'repeats',
  what: 'each write of a day at the hospital is sent several times at once under one Idempotency-Key, by turns to two servers: one record, equal answers',
  plant: {
    called: 'Lantern without idempotent_reply_once',
    statements: [
      'alter table idempotent_reply drop constraint idempotent_reply_once',
      // A repetition refused by another rule would show nothing.
      'drop index appointment_one_per_doctor_slot',
      'drop index appointment_one_per_patient_doctor_day',
    ],
  },
  async run(target, hospital, { times, rounds }) {
    const servers = [await target.start(hospital), await target.start(hospital)]
    const token = await servers[0]?.token('admin')
    const clients = Array.from({ length: times }, (_, turn) =>
      client(servers[turn % servers.length]?.origin ?? ''),
    )
    const [counter] = await givenCounters(hospital, 1)
    if (!counter || !token) throw new Error('nobody is there to write')
    const writes: Write[] = []
    let unequal = 0
    for (let turn = 0; turn < rounds; turn++) {
      const acts = target.story(counter, turn)
      for (let next = acts.next(); !next.done; ) {
        const write = next.value
        writes.push(write)
        const answers = await Promise.all(clients.map(({ call }) => call({ ...write.call, token })))
        const [first] = answers
        const isEqual = answers.every(({ status, body }) => status === first?.status && body === first.body)
        if (!isEqual) unequal++
        const made = answers.find(({ status }) => status === 200 || status === 201)
        if (!made) break
        write.isAcknowledged = true
        next = acts.next(JSON.parse(made.body))
      }
    }
    for (const { close } of clients) close()
    const ledger = await lookAt(hospital, writes)
    for (const server of servers) await server.kill()
    const missing = writes.length - ledger.acknowledged
    return {
      said: `${writes.length} writes, each ${times} times: ${told(ledger)}, ${unequal} with answers that differ, ${missing} refused`,
      holds: isWhole(ledger) && unequal + missing === 0,
    }
  },
}

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStandby } from '../../../server/testing/trouble/standby.ts'
import { client, forAWhile } from '../../../testbed/calls.ts'
import { ownerAt } from '../../../testbed/hospital.ts'
import { givenCounters, registering } from '../desk/story.ts'
import type { Fault } from '../finding.ts'

/** Milliseconds by which the replica lags, in turn. */
const delays = [0, 300, 0, 5000, 0]
const each = 3000

export const replica: Fault = {
  name: 'replica',
  what: 'a replica that is read falls behind and catches up while people register patients and look for them: each is found at once, and the replica is read',
  async run(target, hospital, { clerks }) {
    const standby = await openStandby(hospital, join(hospital.place, 'standby'.padEnd(110, 'x')))
    const owner = ownerAt(standby.ownerUrl)
    try {
      const server = await target.start(hospital, 0, { DATABASE_READ_URL: standby.ownerUrl })
      const token = await server.token('admin')
      const counters = await givenCounters(hospital, clerks)
      const desks = counters.map(() => client(server.origin))
      const done = { found: 0, missed: 0, failed: 0 }
      let isOver = false
      const changing = (async () => {
        for (const delay of delays) {
          await standby.stayBehind(delay)
          await sleep(each)
        }
        isOver = true
      })()
      await forAWhile(delays.length * each, counters.length, async (worker, turn) => {
        const [counter, desk] = [counters[worker], desks[worker]]
        if (isOver || !counter || !desk) return
        const write = registering(counter, turn).next().value
        if (!write) return
        const made = await desk.call({ ...write.call, token })
        const search = encodeURIComponent(write.mark)
        const looked = await desk.call({ path: `/api/patients?search=${search}`, token })
        if (made.status !== 201 || looked.status !== 200) done.failed++
        else if (looked.body.includes(write.mark)) done.found++
        else done.missed++
      })
      await changing
      const [row] = await owner.asOwner<{ reads: number }>(
        `select coalesce(sum(idx_scan + seq_scan), 0)::int as reads from pg_stat_user_tables where relname = 'patient'`,
      )
      for (const desk of desks) desk.close()
      await server.kill()
      const reads = row?.reads ?? 0
      return {
        said: `${done.found} found at once, ${done.missed} missed, ${done.failed} failed; ${reads} looks into the replica’s patients`,
        holds: done.found > 0 && done.missed + done.failed === 0 && reads > 0,
      }
    } finally {
      await owner.end()
      await standby.stop()
    }
  },
}

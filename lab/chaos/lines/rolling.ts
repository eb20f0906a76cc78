import { setTimeout as sleep } from 'node:timers/promises'
import { openBalancer } from '../../../server/testing/trouble/balancer.ts'
import { client, type Outcome } from '../../../testbed/calls.ts'
import { isWhole, lookAt, told } from '../desk/ledger.ts'
import { givenCounters, type Write } from '../desk/story.ts'
import type { Fault } from '../finding.ts'

/** Interval, in milliseconds, of the load balancer's health checks. */
const betweenLooks = 200
/** Keeps serving until the load balancer notices that it is no longer ready. */
const env = { LEAVE_SECONDS: '2' }

export const rolling: Fault = {
  name: 'rolling',
  what: 'two servers on one database, each restarted in its turn (SIGTERM) while clients write by way of a balancer: no request fails, and what was saved was acknowledged',
  async run(target, hospital, { clerks }) {
    const servers = [await target.start(hospital, 0, env), await target.start(hospital, 0, env)]
    const token = (await servers[0]?.token('admin')) ?? ''
    const balancer = await openBalancer(servers.map(({ port }) => port))
    const looking = setInterval(() => {
      for (const { origin, port } of servers) void isReady(origin).then((is) => balancer.lead(port, is))
    }, betweenLooks)
    const writes: Write[] = []
    const failed: Outcome[] = []
    let isOver = false
    const clients = (await givenCounters(hospital, clerks)).map(async (counter) => {
      const { call, close } = client(balancer.url)
      for (let turn = 0; !isOver; turn++) {
        const acts = target.story(counter, turn)
        for (let next = acts.next(); !next.done; ) {
          const write = next.value
          writes.push(write)
          const outcome = await call({ ...write.call, token })
          write.isAcknowledged = outcome.status === 200 || outcome.status === 201
          if (!write.isAcknowledged) {
            failed.push(outcome)
            break
          }
          next = acts.next(JSON.parse(outcome.body))
        }
      }
      close()
    })
    for (const [place, server] of servers.entries()) {
      await sleep(1500)
      server.signal('SIGTERM')
      await server.ended
      servers[place] = await target.start(hospital, server.port, env)
    }
    await sleep(1500)
    isOver = true
    await Promise.all(clients)
    clearInterval(looking)
    balancer.close()
    await Promise.all(servers.map((server) => server.kill()))
    const ledger = await lookAt(hospital, writes)
    const first = failed[0] ? ` (${failed[0].status} ${failed[0].body.slice(0, 100)})` : ''
    return {
      said: `${told(ledger)}, ${ledger.untold} saved without an answer, ${failed.length} failed${first}`,
      holds: isWhole(ledger) && failed.length + ledger.untold === 0,
    }
  },
}

/** A server without a readiness check counts as ready while it answers. */
async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).status !== 503
  } catch {
    return false
  }
}

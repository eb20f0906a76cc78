import { join } from 'node:path'
import { commitOnBoth, destroy, openStandby } from '../../../server/testing/trouble/standby.ts'
import { ownerAt } from '../../../testbed/hospital.ts'
import { oddly, openDesk } from '../desk/desk.ts'
import { isWhole, lookAt, told } from '../desk/ledger.ts'
import { givenCounters } from '../desk/story.ts'
import type { Fault } from '../finding.ts'
import { lantern } from '../servers.ts'

/** Milliseconds within which a hospital must recover. */
const longestWayBack = 30_000

export const failover: Fault = {
  name: 'failover',
  what: 'the database is destroyed (-9, for good) while clients write, and its replica takes its place: nothing acknowledged is lost, doubled or half done',
  async run(target, hospital, { clerks }) {
    const standby = await openStandby(hospital, join(hospital.place, 'standby'.padEnd(110, 'x')))
    const owner = ownerAt(standby.ownerUrl)
    try {
      await commitOnBoth(hospital)
      const both = hospital.ownerUrl.replace(/(:\d+)\//, `$1,${new URL(standby.ownerUrl).host}/`)
      // Only Lantern can be given both addresses.
      const server = await target.start(target === lantern ? { ...hospital, ownerUrl: both } : hospital)
      const token = await server.token('admin')
      const counters = await givenCounters(hospital, clerks)
      const desk = openDesk({ origin: server.origin, token: () => token, story: target.story, counters })
      for (let times = 0; times < 20 && (await desk.goesOn(longestWayBack)); times++);
      destroy(hospital)
      const since = performance.now()
      await standby.promote()
      const isBack = await desk.goesOn(longestWayBack)
      const wayBack = performance.now() - since
      for (let times = 0; isBack && times < 20 && (await desk.goesOn(longestWayBack)); times++);
      await (isBack ? desk.stop() : desk.clear())
      const ledger = await lookAt(owner, desk.writes)
      await server.kill()
      return {
        said: `${told(ledger)}${oddly(desk)}; at work again after ${(wayBack / 1000).toFixed(1)} s`,
        holds: isBack && isWhole(ledger) && desk.odd.length === 0,
      }
    } finally {
      await owner.end()
      await standby.stop()
    }
  },
}

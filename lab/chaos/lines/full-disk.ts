import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, statfsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../../testbed/calls.ts'
import { oddly, openDesk } from '../desk/desk.ts'
import { isWhole, lookAt, told } from '../desk/ledger.ts'
import { givenCounters } from '../desk/story.ts'
import type { Fault, Place } from '../finding.ts'

/** A small disk of its own, so that no other disk fills up. */
const smallDisk: Place = async (directory) => {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=600m,mode=0755', 'tmpfs', directory])
  if (mounted.status !== 0) throw new Error(mounted.stderr.toString())
  return { directory, clear: async () => void spawnSync('umount', ['-l', directory]) }
}

export const fullDisk: Fault = {
  name: 'disk',
  what: 'the data disk is full for 10 s: 503 and never 500, nothing acknowledged is lost, all is well within 15 s of room',
  place: smallDisk,
  impossible: () =>
    process.getuid?.() === 0 && existsSync('/proc/mounts') ? undefined : 'only root may mount a small disk',
  async run(target, hospital) {
    const counters = await givenCounters(hospital, 8)
    const server = await target.start(hospital)
    const token = await server.token('admin')
    const desk = openDesk({ origin: server.origin, token: () => token, story: target.story, counters })
    await sleep(1000)
    const ballast = join(hospital.place, 'ballast')
    await fill(ballast)
    await sleep(10_000)
    rmSync(ballast)
    const healing = await healed(server.origin, token)
    await desk.stop()
    const ledger = await lookAt(hospital, desk.writes)
    await server.kill()
    return {
      said: `${told(ledger)}${oddly(desk)}; healed after ${(healing / 1000).toFixed(1)} s`,
      holds: isWhole(ledger) && desk.odd.length === 0 && healing <= 15_000,
    }
  },
}

/** Fills the disk to the last page. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  const mebibyte = Buffer.alloc(1024 * 1024)
  try {
    for (;;) await file.write(mebibyte)
  } catch {
    // The disk is full.
  } finally {
    await file.close()
  }
  if (statfsSync(path).bavail > 256) throw new Error('The small disk did not get full.')
}

async function healed(origin: string, token: string): Promise<number> {
  const { call, close } = client(origin)
  const since = performance.now()
  for (;;) {
    const { status } = await call({ path: '/api/patients', token })
    if (status === 200 || performance.now() - since > 60_000) break
    await sleep(250)
  }
  close()
  return performance.now() - since
}

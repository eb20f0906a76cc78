import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, statfsSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from './calls.ts'
import type { Fault } from './finding.ts'
import { lookAt, openDesk } from './registrations.ts'

/** A disk of its own, so that no other one is filled. */
export async function mountSmallDisk(place: string): Promise<() => void> {
  await mkdir(place, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=600m,mode=0755', 'tmpfs', place])
  if (mounted.status !== 0) throw new Error(mounted.stderr.toString())
  return () => void spawnSync('umount', ['-l', place])
}

export const fullDisk: Fault = {
  name: 'disk',
  what: 'the data disk is full for a while: 503 and never 500, nothing acknowledged is lost, all is well within 15 s of room',
  place: 'small disk',
  impossible: () =>
    process.getuid?.() === 0 && existsSync('/proc/mounts') ? undefined : 'only root may mount a small disk',
  async run(target, hospital) {
    const server = await target.start(hospital)
    const token = await server.token('receptionist')
    const desk = openDesk(server.origin, () => token, 8)
    await sleep(1000)
    const ballast = join(hospital.place, 'ballast')
    await fill(ballast)
    const before = desk.registrations.length
    await sleep(10_000)
    rmSync(ballast)
    const healing = await healed(server.origin, token)
    await desk.stop()
    const { acknowledged, lost, doubled, half } = await lookAt(hospital, desk.registrations)
    const { length: odd } = desk.odd
    server.signal('SIGKILL')
    await server.ended
    const meanwhile = desk.registrations.length - before
    return {
      said: `${acknowledged} acknowledged (${meanwhile} begun on the full disk): ${lost} lost, ${doubled} doubled, ${half} half done, ${odd} answered oddly${odd ? ` (${desk.odd[0]?.status})` : ''}; healed after ${(healing / 1000).toFixed(1)} s`,
      isBorne: acknowledged > 0 && lost + doubled + half + odd === 0 && healing <= 15_000,
    }
  },
}

/** Leaves no page free. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  const mebibyte = Buffer.alloc(1024 * 1024)
  try {
    for (;;) await file.write(mebibyte)
  } catch {
    // It is full.
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

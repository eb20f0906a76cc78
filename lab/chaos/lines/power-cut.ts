import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../../../server/ground/db/embedded.ts'
import { childrenOf } from '../../../server/testing/child-processes.ts'
import { ownerAt } from '../../../testbed/hospital.ts'
import type { Server } from '../../../testbed/servers.ts'
import { oddly, openDesk } from '../desk/desk.ts'
import { isWhole, lookAt, told } from '../desk/ledger.ts'
import { givenCounters, type Write } from '../desk/story.ts'
import type { Fault, Place } from '../finding.ts'
import { withOwnPostgres } from '../servers.ts'

/**
 * A disk in a file, mounted through a loop device. It is cut by making the file refuse writes: the bytes in it stay,
 * and those that the system still holds in memory are lost at the next `mount`, as in a power cut.
 */
interface Disk {
  directory: string
  cut(): void
  /** Drops what the system holds in memory, and mounts the file again, as after a power cut. */
  restart(): Promise<void>
}

let disk: Disk | undefined

const loopDisk: Place = async (place) => {
  const image = join(place, 'disk.img')
  const directory = join(place, 'disk')
  closeSync(openSync(image, 'w'))
  truncateSync(image, 2 ** 31)
  await mkdir(directory)
  tool('mkfs.ext4', '-q', '-E', 'lazy_itable_init=1,lazy_journal_init=1', image)
  let device = ''
  const mount = () => {
    device = tool('losetup', '--find', '--show', image)
    tool('mount', '-o', 'errors=remount-ro', device, directory)
  }
  const unmount = async () => {
    // Killed processes take a moment to close their files.
    for (let tries = 0; spawnSync('umount', [directory]).status !== 0; tries++) {
      if (tries > 100) tool('umount', directory)
      await sleep(100)
    }
    tool('losetup', '--detach', device)
    while (tool('losetup', '--associated', image) !== '') await sleep(50)
  }
  mount()
  disk = {
    directory,
    cut: () => void tool('chattr', '+i', image),
    async restart() {
      await unmount()
      tool('chattr', '-i', image)
      mount()
    },
  }
  return {
    directory,
    async clear() {
      disk = undefined
      spawnSync('chattr', ['-i', image])
      await unmount()
    },
  }
}

function tool(program: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words)
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`)
  return stdout.toString().trim()
}

/** Whether a file that is open for writing rejects writes once it is immutable, as on ext4. */
function canBeCut(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'lantern-chaos-'))
  const path = join(place, 'file')
  const file = openSync(path, 'w')
  try {
    tool('chattr', '+i', path)
    writeSync(file, 'x')
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  } finally {
    closeSync(file)
    spawnSync('chattr', ['-i', path])
    rmSync(place, { recursive: true })
  }
}

export const powerCut: Fault = {
  name: 'power',
  what: 'the power goes while clients write: the disk keeps what had reached it and loses what was held in memory, and nothing acknowledged is lost, doubled or half done',
  place: loopDisk,
  plant: { called: 'Lantern on a PostgreSQL with fsync=off', statements: ['alter system set fsync = off'] },
  impossible() {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root may make a disk'
    const tools = ['mkfs.ext4', 'losetup', 'mount', 'umount', 'chattr']
    const missing = tools.filter((tool) => spawnSync('which', [tool]).status !== 0)
    if (missing.length > 0) return `${missing.join(', ')} not installed`
    return canBeCut()
      ? undefined
      : `${tmpdir()} is not on a file system whose files can be cut off; set TMPDIR to one on ext4`
  },
  async run(target, hospital, { cuts, clerks }) {
    if (!disk) throw new Error('there is no disk')
    const { directory } = hospital
    // Clerks who were cut off may have left a patient in a bed, so after each cut others write, with beds of their own.
    const counters = await givenCounters(hospital, clerks * cuts)
    await hospital.shut()
    const { start, story } = withOwnPostgres(target)
    const writes: Write[] = []
    const odd: string[] = []
    for (let cut = 0; cut < cuts; cut++) {
      const server = await start(hospital).catch(() => null)
      if (!server) return { said: `after ${cut} cuts the database did not come back`, holds: false }
      const token = await server.token('admin')
      const desk = openDesk({
        origin: server.origin,
        token: () => token,
        story,
        counters: counters.slice(cut * clerks, (cut + 1) * clerks),
      })
      await desk.goesOn(20_000)
      await sleep(1000 + Math.random() * 2000)
      disk.cut()
      // A write acknowledged after the disk is gone would be lost.
      await sleep(500)
      await Promise.all([desk.clear(), killWithPostgres(server)])
      writes.push(...desk.writes)
      odd.push(oddly(desk))
      await disk.restart()
    }
    const postgres = await startEmbedded(directory).catch(() => null)
    if (!postgres) return { said: `after ${cuts} cuts the database did not come back`, holds: false }
    const owner = ownerAt(postgres.ownerUrl)
    try {
      const ledger = await lookAt(owner, writes).catch((error: Error) => error)
      if (ledger instanceof Error) return { said: `${cuts} cuts, then ${ledger.message}`, holds: false }
      return {
        said: `${cuts} cuts, ${told(ledger)}${odd.join('')}`,
        holds: isWhole(ledger) && odd.join('') === '',
      }
    } finally {
      await owner.end()
      await postgres.stop()
    }
  },
}

/** Kills the server and its PostgreSQL at the same instant, before the server could restart it. */
async function killWithPostgres(server: Server): Promise<void> {
  server.signal('SIGSTOP')
  for (const postmaster of childrenOf(server.pid)) {
    for (const pid of [...childrenOf(postmaster), postmaster]) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has already ended.
      }
    }
  }
  await server.kill()
}

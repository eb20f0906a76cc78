import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hospital } from '../../chaos/hospital.ts'
import { freePort } from '../../server/start/ports.ts'
import { ofNoHospital } from '../environment.ts'

const root = resolve(import.meta.dirname, '../..')

/** Something that was looked at, and whether it is as it has to be. */
export interface Check {
  what: string
  isSo: boolean
}

/** Notes what was looked at; where it is not so, with what was found otherwise. */
export function checkInto(found: Check[]) {
  return (what: string, isSo: boolean, otherwise = '') => {
    found.push({ what: isSo || !otherwise ? what : `${what}: ${otherwise}`, isSo })
  }
}

/** What stands in a file of ours, and what stands there for a run on this machine. */
export type Changes = readonly (readonly [string | RegExp, string])[]

/** @throws where the file has nothing of the kind: then what is run is not what is documented */
export function changed(text: string, [what, to]: Changes[number]): string {
  const next = text.replace(what, to)
  if (next === text) throw new Error(`Nothing to change: ${what}`)
  return next
}

/** As the files in deploy/ call the hospital. */
export const hospitalName = 'lantern.example.org'

export interface Servers {
  ports: readonly [number, number]
  /** Tells one to stop, and starts it again when it has; answers the code that it ended with. */
  replace(which: 0 | 1): Promise<number | null>
  stop(): Promise<void>
}

/** Two servers of this version on one database. */
export async function startServers(hospital: Hospital, env: Record<string, string>): Promise<Servers> {
  const ports = [await freePort(), await freePort()] as const
  const start = async (which: 0 | 1) => {
    const child = spawn(process.execPath, ['launch.mjs', 'start'], {
      cwd: root,
      env: {
        ...process.env,
        ...ofNoHospital,
        NODE_ENV: 'production',
        DATABASE_URL: hospital.ownerUrl,
        AUDIT_KEY_FILE: join(hospital.directory, 'audit-key.pem'),
        HOST: '127.0.0.1',
        PORT: String(ports[which]),
        LOG_LEVEL: 'error',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    await untilReady(`http://127.0.0.1:${ports[which]}`)
    return child
  }
  const running: ChildProcess[] = [await start(0), await start(1)]
  return {
    ports,
    async replace(which) {
      const child = running[which]
      if (!child) return null
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      running[which] = await start(which)
      return code
    },
    async stop() {
      for (const child of running) child.kill('SIGKILL')
      await Promise.all(
        running.map(async (child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')),
      )
    },
  }
}

interface Patience {
  /** Seconds. */
  within?: number
  /** Its output so far, for a timeout's message. */
  log?: () => string | Promise<string>
}

export async function untilReady(
  origin: string,
  { within = 120, log = () => '' }: Patience = {},
): Promise<void> {
  for (const end = performance.now() + within * 1000; performance.now() < end; await sleep(100)) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
  }
  throw new Error(`Nobody is ready at ${origin}. ${(await log()).slice(-1500)}`)
}

export async function untilSo(isSo: () => boolean | Promise<boolean>, within = 15_000): Promise<void> {
  for (const end = performance.now() + within; performance.now() < end; await sleep(50)) {
    if (await isSo()) return
  }
}

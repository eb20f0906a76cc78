import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/ground/start/ports.ts'
import type { Hospital } from '../../testbed/hospital.ts'
import { startLantern } from '../../testbed/servers.ts'

/** The result of one check. */
export interface Check {
  what: string
  isSo: boolean
}

/** Returns a function that notes the result of a check and, if the check failed, what was found instead. */
export function checkInto(found: Check[]) {
  return (what: string, isSo: boolean, otherwise = '') => {
    found.push({ what: isSo || !otherwise ? what : `${what}: ${otherwise}`, isSo })
  }
}

/** Replacements in a file of ours for a run on this machine. */
export type Changes = readonly (readonly [string | RegExp, string])[]

/** @throws if the text has no such part, because then the documented file is not the one that runs */
export function changed(text: string, [what, to]: Changes[number]): string {
  const next = text.replace(what, to)
  if (next === text) throw new Error(`Nothing to change: ${what}`)
  return next
}

/** The hospital's name in the files of deploy/. */
export const hospitalName = 'lantern.example.org'

export interface Servers {
  ports: readonly [number, number]
  /** Stops one server, starts it again, and returns the exit code of the first. */
  replace(which: 0 | 1): Promise<number | null>
  stop(): Promise<void>
}

/** Starts two servers of this version on one database. */
export async function startServers(hospital: Hospital, env: Record<string, string>): Promise<Servers> {
  const ports = [await freePort(), await freePort()] as const
  const start = async (which: 0 | 1) => {
    const server = await startLantern(
      {
        DATABASE_URL: hospital.ownerUrl,
        AUDIT_KEY_FILE: join(hospital.directory, 'audit-key.pem'),
        LOG_LEVEL: 'error',
        ...env,
      },
      { withWeb: true, port: ports[which] },
    )
    await untilReady(`http://127.0.0.1:${ports[which]}`)
    return server
  }
  const running = [await start(0), await start(1)]
  return {
    ports,
    async replace(which) {
      const server = running[which]
      if (!server) return null
      server.signal('SIGTERM')
      const code = await server.ended
      running[which] = await start(which)
      return code
    },
    async stop() {
      await Promise.all(running.map((server) => server.kill()))
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

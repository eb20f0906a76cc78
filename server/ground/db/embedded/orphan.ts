import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, PlainRefusal } from '../../start/plain-refusal.ts'
import type { Binaries } from './binaries.ts'
import { notAllowed } from './claim.ts'

/** The file in which a running PostgreSQL describes itself in its data directory. */
export interface PostmasterFile {
  pid: number
  isReady: boolean
}

export function readPostmasterFile(cluster: string): PostmasterFile | null {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw notAllowed(cluster)
  }
  const pid = Number(lines[0])
  return Number.isInteger(pid) && pid > 1 ? { pid, isReady: lines[7]?.trim() === 'ready' } : null
}

/**
 * Ends the PostgreSQL that a killed Lantern left behind on this data directory. Call it only under the
 * directory's claim: then whatever runs there is nobody's.
 */
export async function stopOrphan(cluster: string, binaries: Binaries): Promise<void> {
  const found = readPostmasterFile(cluster)
  if (!found) return
  if (!isAlive(found.pid) || !servesCluster(found.pid, cluster)) {
    // The number may stand for another process since, after a power cut for instance. PostgreSQL itself
    // can't tell that, and would refuse to start for ever.
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
    rmSync(join(cluster, '.s.PGSQL.5432.lock'), { force: true })
    return
  }
  for (const [signal, patience] of stopSteps) {
    sendSignal(found.pid, signal, binaries)
    if (await isGone(found.pid, patience)) return
  }
  throw new PlainRefusal(
    `A PostgreSQL of an earlier start (process ${found.pid}) still holds ${cluster} and does not end; end it, then start Lantern again.`,
  )
}

/** How PostgreSQL is stopped: each signal with the milliseconds that it gets before the next. */
export const stopSteps: [NodeJS.Signals, number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
]

export function sendSignal(pid: number, signal: NodeJS.Signals, binaries: Binaries): void {
  try {
    // On Windows Node could only end the process outright.
    if (process.platform === 'win32')
      execFileSync(binaries.program('pg_ctl'), ['kill', signal.slice(3), String(pid)])
    else process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) === 'ESRCH' || !isAlive(pid)) return
    throw new PlainRefusal(
      `Lantern may not stop the PostgreSQL of an earlier start (process ${pid}); end it as the account that started it, then start Lantern again.`,
    )
  }
}

/**
 * Whether the PostgreSQL of this data directory is surely not what lives under this number. A container's root may not look
 * where a process of another account stands: then the file that names it is believed.
 */
export function isSurelyAnother(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return true
  if (process.platform !== 'linux') return !servesCluster(pid, cluster)
  try {
    return readlinkSync(`/proc/${pid}/cwd`) !== cluster
  } catch (error) {
    return errorCode(error) === 'ENOENT'
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
  return !isZombie(pid)
}

/** Ended, but not yet collected by its parent: in a container that may stay so for ever. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

async function isGone(pid: number, patience: number): Promise<boolean> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(10)) {
    if (!isAlive(pid)) return true
  }
  return !isAlive(pid)
}

/** Whether this process is the PostgreSQL of this data directory, and not one that was given its number. */
function servesCluster(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === cluster
    if (process.platform === 'win32') {
      return execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV'])
        .toString()
        .includes('postgres')
    }
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)])
      .toString()
      .includes(cluster)
  } catch {
    // It ended meanwhile, or belongs to an account whose processes hide from us: then it is not ours.
    return false
  }
}

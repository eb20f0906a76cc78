import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Server, startLantern as start, startServer } from '../../testbed/servers.ts'
import type { Hospital } from './hospitals/hospitals.ts'

export function startLantern(
  { ownerUrl }: Hospital,
  how: { withWeb?: boolean; port?: number } = {},
): Promise<Server> {
  return start({ DATABASE_URL: ownerUrl }, how)
}

export function startFloor({ ownerUrl, sample }: Hospital): Promise<Server> {
  return startServer({
    name: 'floor',
    words: ['lab/bench/floor.ts'],
    env: { DATABASE_URL: ownerUrl, BENCH_TODAY: sample.today, BENCH_STAFF: sample.doctors[0] ?? '' },
  })
}

/** Resident memory of a process, in MB (2^20 bytes). */
export function memoryOf(pid: number): number {
  if (process.platform === 'linux') {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) / 1024
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024
}

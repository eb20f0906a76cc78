import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ofNoHospital } from '../scripts/environment.ts'
import type { Hospital } from './hospitals/hospitals.ts'

/** A server to measure, in a process of its own. */
export interface Running {
  name: string
  origin: string
  pid: number
  /** Milliseconds from its start until it said that it is ready. */
  startTime: number
  stop(): Promise<void>
  /** Ends it as a power cut does. */
  kill(): Promise<void>
}

const root = resolve(import.meta.dirname, '..')

/**
 * Started as `npm start` does it, by the Node that it goes on with: the process stays the same. Without the built web
 * app, unless that is what is measured: the API needs nothing built.
 */
export function startLantern({ ownerUrl }: Hospital, { withWeb = false, port = 0 } = {}): Promise<Running> {
  const env = {
    DATABASE_URL: ownerUrl,
    PORT: String(port),
    HOST: '127.0.0.1',
    LANTERN_WEB: withWeb ? '' : 'vite',
  }
  return startServer('Lantern', ['launch.mjs', 'start'], env)
}

export function startFloor({ ownerUrl, sample }: Hospital): Promise<Running> {
  const env = { DATABASE_URL: ownerUrl, BENCH_TODAY: sample.today, BENCH_STAFF: sample.doctors[0] ?? '' }
  return startServer('floor', ['bench/floor.ts'], env)
}

/** A program that prints its address when it is ready. */
export async function startServer(
  name: string,
  words: string[],
  env: Record<string, string>,
): Promise<Running> {
  const begin = performance.now()
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...ofNoHospital, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const origin = await readyAddress(child, name)
  const startTime = performance.now() - begin
  return {
    name,
    origin,
    pid: child.pid ?? 0,
    startTime,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The address that a server says it is ready at. @throws when it ends before it is */
export function readyAddress(child: ChildProcess, name: string): Promise<string> {
  return new Promise((found, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const origin = /ready at (https?:\S+)/.exec(said)?.[1]
      if (origin) found(origin)
    })
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it was ready: ${said}`)))
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

/** A fresh access token for a demo account. */
export interface SignIn {
  token(): Promise<string>
}

export async function signIn(origin: string, account: string): Promise<SignIn> {
  const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${account}@demo.test`, password: 'lantern-demo-2026' }),
  })
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}: ${await answer.text()}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return {
    async token() {
      const response = await fetch(`${origin}/api/auth/token`, { headers: { cookie } })
      const body: unknown = await response.json()
      if (typeof body !== 'object' || body === null || !('token' in body)) throw new Error('No token.')
      return String(body.token)
    },
  }
}

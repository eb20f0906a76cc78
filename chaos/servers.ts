import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readyAddress } from '../bench/processes.ts'
import { ofNoHospital } from '../scripts/environment.ts'
import { dayOfAHospital, registering, type Story } from './desk/story.ts'
import type { Hospital } from './hospital.ts'

const root = resolve(import.meta.dirname, '..')

/** Where a server's hospital is: its database, and the directory for the server's own files. */
type House = Pick<Hospital, 'ownerUrl' | 'directory'>

/** A kind of server that faults are injected into. */
export interface Target {
  name: string
  /** What clerks can write there. */
  story: Story
  /** Starts one in a process of its own. */
  start(house: House, port?: number, env?: Record<string, string>): Promise<Server>
}

export interface Server {
  pid: number
  origin: string
  port: number
  /** A token of an account of the demo, for calls. */
  token(account: string): Promise<string>
  signal(name: NodeJS.Signals): void
  /** Ends it at once. */
  kill(): Promise<void>
  ended: Promise<void>
}

export const lantern: Target = {
  name: 'Lantern',
  story: dayOfAHospital,
  start: ({ ownerUrl, directory }, port = 0, env = {}) =>
    startServer(['launch.mjs', 'start'], {
      DATABASE_URL: ownerUrl,
      AUDIT_KEY_FILE: join(directory, 'audit-key.pem'),
      PORT: String(port),
      HOST: '127.0.0.1',
      LANTERN_WEB: 'vite',
      LOG_LEVEL: 'fatal',
      ...env,
    }),
}

/** The control: a server in which each fault must be detected. */
export const careless: Target = {
  name: 'careless server',
  story: registering,
  start: ({ ownerUrl }, port = 0, env = {}) =>
    startServer(['chaos/careless.ts'], { DATABASE_URL: ownerUrl, PORT: String(port), ...env }),
}

/** The same with the built web app; the API alone needs nothing built. */
export function withWeb(target: Target): Target {
  return { ...target, start: (house, port) => target.start(house, port, { LANTERN_WEB: '' }) }
}

/** The same as `npm start` does it: with a PostgreSQL of its own, on that directory. */
export function withOwnPostgres(target: Target): Target {
  return {
    ...target,
    start: (house, port) => target.start(house, port, { DATABASE_URL: '', LANTERN_DATA: house.directory }),
  }
}

async function startServer(words: string[], env: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...ofNoHospital, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  const ended = new Promise<void>((done) => {
    child.once('exit', () => {
      process.off('exit', stop)
      done()
    })
  })
  const origin = await readyAddress(child, 'The server')
  return {
    pid: child.pid ?? 0,
    origin,
    port: Number(new URL(origin).port),
    token: (account) => tokenOf(origin, account),
    signal: (name) => child.kill(name),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}

/** An access token for a demo account. */
export async function tokenOf(origin: string, account: string): Promise<string> {
  for (let tries = 0; ; tries++) {
    try {
      const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${account}@demo.test`, password: 'lantern-demo-2026' }),
      })
      const cookie = signedIn.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      const answer = await fetch(`${origin}/api/auth/token`, { headers: { cookie } })
      const { token } = (await answer.json()) as { token?: string }
      if (token) return token
      throw new Error(`No token for ${account}: ${answer.status}`)
    } catch (error) {
      if (tries > 20) throw error
      await sleep(500)
    }
  }
}

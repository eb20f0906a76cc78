import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readyAddress } from '../bench/processes.ts'
import type { Hospital } from './hospital.ts'

const root = resolve(import.meta.dirname, '..')

/** A kind of server that faults are tried on. */
export interface Target {
  name: string
  /** Starts one in a process of its own. */
  start(hospital: Hospital, port?: number, env?: Record<string, string>): Promise<Server>
}

export interface Server {
  origin: string
  port: number
  /** A token of an account of the demo, for calls. */
  token(account: string): Promise<string>
  signal(name: NodeJS.Signals): void
  ended: Promise<void>
}

export const lantern: Target = {
  name: 'Lantern',
  start: ({ ownerUrl }, port = 0, env = {}) =>
    startServer(['launch.mjs', 'start'], {
      DATABASE_URL: ownerUrl,
      PORT: String(port),
      HOST: '127.0.0.1',
      LANTERN_WEB: 'vite',
      LOG_LEVEL: 'fatal',
      ...env,
    }),
}

/** A server in which each fault has to be found. */
export const careless: Target = {
  name: 'careless server',
  start: ({ ownerUrl }, port = 0) =>
    startServer(['chaos/careless.ts'], { DATABASE_URL: ownerUrl, PORT: String(port) }),
}

/** The same with the built web app; the API alone needs nothing built. */
export function withWeb({ name, start }: Target): Target {
  return { name, start: (hospital, port) => start(hospital, port, { LANTERN_WEB: '' }) }
}

async function startServer(words: string[], env: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
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
    origin,
    port: Number(new URL(origin).port),
    token: (account) => tokenOf(origin, account),
    signal: (name) => child.kill(name),
    ended,
  }
}

async function tokenOf(origin: string, account: string): Promise<string> {
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

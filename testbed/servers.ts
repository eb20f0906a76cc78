import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { ofNoHospital } from './environment.ts'
import { tokenOf } from './sign-in.ts'

/** A server in a process of its own, on 127.0.0.1. */
export interface Server {
  name: string
  origin: string
  port: number
  pid: number
  /** Milliseconds from the start until the server says that it is ready. */
  startTime: number
  /** An access token for a demo account. */
  token(account: string): Promise<string>
  signal(name: NodeJS.Signals): void
  /** Tells the server to stop, and waits until it has. */
  stop(): Promise<void>
  /** Kills the server without warning, as a power cut does. */
  kill(): Promise<void>
  /** The exit code. */
  ended: Promise<number | null>
}

export interface Start {
  name: string
  /** The arguments for Node. */
  words: string[]
  env: Record<string, string>
  /** The directory of the version to start, by default this one. */
  directory?: string
  /** Whether the server's errors are shown. Errors from injected faults would hide the findings. */
  showsErrors?: boolean
}

const root = resolve(import.meta.dirname, '..')

/** Starts a program that prints its address when it is ready. @throws if it ends before that */
export async function startServer({
  name,
  words,
  env,
  directory = root,
  showsErrors = true,
}: Start): Promise<Server> {
  const begin = performance.now()
  const child = spawn(process.execPath, words, {
    cwd: directory,
    env: { ...process.env, ...ofNoHospital, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', showsErrors ? 'inherit' : 'ignore'],
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const ended = new Promise<number | null>((done) => {
    child.once('exit', (code) => {
      process.off('exit', end)
      done(code)
    })
  })
  const origin = await readyAddress(child, name)
  const startTime = performance.now() - begin
  return {
    name,
    origin,
    port: Number(new URL(origin).port),
    pid: child.pid ?? 0,
    startTime,
    token: (account) => tokenOf(origin, account),
    signal: (signal) => child.kill(signal),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}

/**
 * Starts Lantern as `npm start` does: launch.mjs becomes the server, in the same process. The web app is only built
 * with `withWeb`, because the API needs no build.
 */
export function startLantern(
  env: Record<string, string>,
  { withWeb = false, port = 0, ...start }: { withWeb?: boolean; port?: number } & Partial<Start> = {},
): Promise<Server> {
  return startServer({
    name: 'Lantern',
    words: ['launch.mjs', 'start'],
    ...start,
    env: { HOST: '127.0.0.1', PORT: String(port), LANTERN_WEB: withWeb ? '' : 'vite', ...env },
  })
}

/** Waits for the address at which a server says that it is ready. */
function readyAddress(child: ChildProcess, name: string): Promise<string> {
  return new Promise((found, reject) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const origin = /ready at (https?:\S+)/.exec(said)?.[1]
      if (!origin) return
      // Further logs are read and dropped, or the process would wait for a reader.
      child.stdout?.off('data', hear).resume()
      found(origin)
    }
    child.stdout?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it was ready: ${said}`)))
  })
}

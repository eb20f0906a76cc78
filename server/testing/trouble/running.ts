import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'

/** Lantern as a program of its own. */
export interface Running {
  process: ChildProcess
  /** Its output so far, from both streams. */
  output(): string
  /** Settles at its last line, or when it ends. */
  settled: Promise<'ready' | number | null>
  ended: Promise<number | null>
}

const root = resolve(import.meta.dirname, '../../..')
/** The real server. */
export const main = resolve(root, 'server/main.ts')

/** Starts it without the web app, on any free port unless told otherwise; it ends with the test. */
export function startProgram([program = '', ...words]: string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, NODE_ENV: '', LANTERN_WEB: 'vite', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const ready = new Promise<'ready'>((done) => {
    const collect = (chunk: Buffer) => {
      text += chunk.toString()
      if (/^Lantern is ready at .*$/m.test(text)) done('ready')
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
  })
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
  })
  return { process: child, output: () => text, settled: Promise.race([ready, ended]), ended }
}

export function addressOf(running: Running): string {
  return /Lantern is ready at (http:[^\s,]+)/.exec(running.output())?.[1] ?? ''
}

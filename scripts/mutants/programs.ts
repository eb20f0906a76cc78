// Runs the programs that judge faults, and ends everything that they start.
import { spawn } from 'node:child_process'

export interface Ending {
  code: number
  isLate: boolean
  output: string
}

/** Runs Node with some arguments, and after `seconds` ends it with everything that it started. */
export function runNode(
  words: string[],
  { cwd, env, seconds }: { cwd: string; env: Record<string, string>; seconds: number },
): Promise<Ending> {
  return new Promise((done) => {
    const child = spawn(process.execPath, words, {
      cwd,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const end = (signal: NodeJS.Signals) => {
      try {
        process.kill(-(child.pid ?? 0), signal)
      } catch {
        // It has already ended.
      }
    }
    let isLate = false
    const timers = [
      setTimeout(() => {
        isLate = true
        end('SIGTERM')
      }, seconds * 1000),
      setTimeout(() => end('SIGKILL'), (seconds + 20) * 1000),
    ]
    const onExit = () => end('SIGKILL')
    process.once('exit', onExit)
    child.once('close', (code) => {
      timers.forEach(clearTimeout)
      process.off('exit', onExit)
      done({ code: code ?? 1, isLate, output })
    })
  })
}

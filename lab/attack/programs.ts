import { spawn, spawnSync } from 'node:child_process'

export interface Ran {
  /** The output on both streams, stdout and stderr. */
  output: string
  /** Whether the program ended by itself within its time. */
  isOver: boolean
}

/** The version according to the package manager or the program itself; undefined if it isn't installed. */
export function versionOf(program: string, of = program): string | undefined {
  if (spawnSync('which', [program]).status !== 0) return undefined
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat', '$\u007BVersion}', of])
  return stdout?.toString().trim() || 'of an unknown version'
}

/** Runs a program, and ends it after `seconds` together with everything that it started. */
export function run(program: string, words: string[], { seconds = 60, cwd = '.' } = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const end = () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL')
      } catch {
        // It has already ended.
      }
    }
    let isOver = true
    const patience = setTimeout(() => {
      isOver = false
      end()
    }, seconds * 1000)
    process.once('exit', end)
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', reject)
    child.once('close', () => {
      clearTimeout(patience)
      process.off('exit', end)
      resolve({ output, isOver })
    })
  })
}

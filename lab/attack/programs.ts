import { spawn, spawnSync } from 'node:child_process'

export interface Ran {
  /** What it wrote, both streams. */
  output: string
  /** It ended by itself, within its time. */
  isOver: boolean
}

/** The version that the package manager knows, or that the program tells of itself; undefined where it isn't installed. */
export function versionOf(program: string, of = program): string | undefined {
  if (spawnSync('which', [program]).status !== 0) return undefined
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat', '$\u007BVersion}', of])
  return stdout?.toString().trim() || 'of an unknown version'
}

/** Runs a program with all that it starts, and ends all of it after so many seconds. */
export function run(program: string, words: string[], { seconds = 60, cwd = '.' } = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const end = () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL')
      } catch {
        // It has ended meanwhile.
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

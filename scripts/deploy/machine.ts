import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { childrenOf } from '../../server/testing/child-processes.ts'

/**
 * A Debian booted by a systemd of its own. It uses this machine's files, and keeps everything that is written in
 * memory.
 */
export interface Machine {
  /** Runs a program in the machine as root, and returns its output on both streams and its exit code. */
  run(program: string, ...words: string[]): Promise<{ code: number; said: string }>
  /** Its console output. */
  console(): string
  stop(): Promise<void>
}

/** Boots the machine with `lantern` at /opt/lantern, which is read-only there. */
export async function bootMachine(place: string, lantern: string): Promise<Machine> {
  const layers = join(place, 'machine')
  mkdirSync(layers, { recursive: true })
  const child = spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'bash',
      '-euc',
      `mount -t tmpfs tmpfs "$0"
       mkdir "$0"/upper "$0"/work "$0"/root
       mount -t overlay overlay -o lowerdir=/,upperdir="$0"/upper,workdir="$0"/work "$0"/root
       mount -t proc proc /proc
       exec systemd-nspawn --quiet --register=no --keep-unit --link-journal=no --directory "$0"/root \\
         --bind-ro="$1":/opt/lantern --boot systemd.unit=basic.target systemd.journald.forward_to_console=1`,
      layers,
      lantern,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const run: Machine['run'] = async (program, ...words) => {
    const first = firstOf(child.pid ?? 0)
    if (first === undefined) return { code: 1, said: `systemd does not run: ${said.slice(-500)}` }
    const into = ['--target', String(first), '--mount', '--pid', '--ipc', '--uts', '--cgroup', '--']
    try {
      const { stdout, stderr } = await promisify(execFile)('nsenter', [...into, program, ...words])
      return { code: 0, said: stdout + stderr }
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, said: stdout + stderr }
    }
  }
  const machine: Machine = {
    run,
    console: () => said,
    async stop() {
      const ended = child.exitCode ?? child.signalCode ?? once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      process.off('exit', end)
    },
  }
  for (let left = 600; left > 0 && child.exitCode === null; left--) {
    if ((await run('systemctl', 'is-active', 'basic.target')).said.trim() === 'active') return machine
    await sleep(100)
  }
  await machine.stop()
  throw new Error(`No systemd was booted: ${said.slice(-500)}`)
}

/** The machine's first process, below the processes that booted it. */
function firstOf(pid: number): number | undefined {
  for (const child of childrenOf(pid)) {
    const found = nameOf(child) === 'systemd' ? child : firstOf(child)
    if (found !== undefined) return found
  }
  return undefined
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The ids of a process's own children, none where it has ended. A bare Linux has no `pgrep`, and others have no /proc. */
export function childrenOf(pid: number): number[] {
  const ids = existsSync(`/proc/self/task/${process.pid}/children`)
    ? listed(pid)
    : spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout
  return ids.trim().split(/\s+/).filter(Boolean).map(Number)
}

/** Signals those of these processes that still run: any of PostgreSQL's may just have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** Waits until a process that was sent SIGSTOP has stopped, where /proc tells: the signal takes a moment. */
export function untilStopped(pid: number): void {
  while (/^State:\s+[RSD]/m.test(statusOf(pid)))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

function listed(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  } catch {
    return ''
  }
}

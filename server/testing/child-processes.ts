import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The ids of a process's own children. A bare Linux has no `pgrep`, and others have no /proc. */
export function childrenOf(pid: number): number[] {
  const listed = `/proc/${pid}/task/${pid}/children`
  const ids = existsSync(listed)
    ? readFileSync(listed, 'utf8')
    : execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  return ids.trim().split(/\s+/).filter(Boolean).map(Number)
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../ground/db/embedded.ts'
import { migrate } from '../../ground/db/migrate.ts'
import { childrenOf, signalAll, untilStopped } from '../child-processes.ts'
import type { TestDatabase } from '../database.ts'
import { testDirectoryPrefix } from '../postgres.ts'

/** A PostgreSQL of its own, which a test can halt: it takes connections and statements, and answers none. */
export interface PausablePostgres {
  readonly database: TestDatabase
  pause(): void
  resume(): void
}

export async function pausablePostgres(settings: Record<string, string> = {}): Promise<PausablePostgres> {
  const directory = mkdtempSync(join(tmpdir(), testDirectoryPrefix))
  const postgres = await startEmbedded(directory, { settings: { fsync: 'off', ...settings } })
  const { appUrl } = await migrate(postgres.ownerUrl)
  let paused: number[] = []

  function halt() {
    const [first = ''] = readFileSync(join(directory, 'postgresql', 'postmaster.pid'), 'utf8').split('\n')
    const postmaster = Number(first)
    // Linux leaves out some children of a process that still runs, and one that is being started is in no list yet.
    let more = [postmaster]
    while (more.length > 0) {
      signalAll(more, 'SIGSTOP')
      paused.push(...more)
      untilStopped(postmaster)
      more = childrenOf(postmaster).filter((pid) => !paused.includes(pid))
    }
  }
  const resume = () => {
    signalAll(paused, 'SIGCONT')
    paused = []
  }
  return {
    database: {
      ownerUrl: postgres.ownerUrl,
      appUrl,
      async drop() {
        resume()
        await postgres.stop()
        rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
      },
    },
    pause: halt,
    resume,
  }
}

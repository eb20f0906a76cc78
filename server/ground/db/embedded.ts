import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountFor, giveTo, ownerOf } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { type Claim, claimDirectory, notAllowed } from './embedded/claim.ts'
import { type Cluster, databaseName, ownerName, prepareCluster } from './embedded/cluster.ts'
import { stopOrphan } from './embedded/orphan.ts'
import { checkPassword } from './embedded/password.ts'
import { type Address, chooseAddress, type Postmaster, startPostmaster } from './embedded/postmaster.ts'
import { runningAddress } from './embedded/running.ts'
import { prepareSpool, spoolSettings } from './embedded/wal-spool.ts'

export interface EmbeddedPostgres {
  /** For migrations and for creating the application's own account; never for the running server. */
  ownerUrl: string
  cluster: Cluster
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Receives messages about slow steps, and when the database is lost or back. */
  onProgress?(sentence: string): void
  /** Settings of PostgreSQL over Lantern's own, such as `fsync: 'off'` in tests. */
  settings?: Record<string, string>
  /** Whether the write-ahead log is spooled for the archive; default: as at the last start. */
  spool?: 'on' | 'off' | 'as it was'
  /** How many server processes will use it. */
  processes?: number
  /** The lock on the directory, if the caller already holds it; `stop` releases it in any case. */
  claim?: Claim
}

/** Milliseconds before PostgreSQL is restarted: doubled each time, until it stays up. */
const [shortest, longest] = [100, 10_000]

/**
 * Starts Lantern's own PostgreSQL on a data directory, creates the directory if necessary, and keeps the
 * server running until `stop`. Throws a `PlainRefusal` if a person has to do something first.
 */
export async function startEmbedded(
  directory: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const { onProgress = () => {} } = options
  const given = { ...roomFor(options.processes ?? 1), ...options.settings }
  const claim = options.claim ?? claimDirectory(directory)
  try {
    const cluster = describeCluster(claim.directory)
    await prepareCluster(cluster, { onProgress, durable: given.fsync !== 'off' })
    await stopOrphan(cluster.path, cluster.binaries)
    const isSpooling = prepareSpool(cluster, options.spool ?? 'as it was')
    const settings = { ...(isSpooling && spoolSettings), ...given }
    const address = await chooseAddress(cluster)
    const logFile = join(claim.directory, 'postgresql.log')
    const start = () => startPostmaster(cluster, address, { logFile, settings, onProgress })
    const url = ownerUrl(address, readFileSync(cluster.passwordFile, 'utf8').trim())
    const first = await start()
    await checkPassword(url, cluster.passwordFile).catch(async (refusal: unknown) => {
      await first.stop()
      throw refusal
    })
    const supervisor = supervise(first, start, onProgress)
    return {
      ownerUrl: url,
      cluster,
      async stop() {
        await supervisor.stop()
        claim.release()
      },
    }
  } catch (error) {
    claim.release()
    throw error
  }
}

/** A server process takes 16 connections at most, and one more process serves while they are restarted. */
function roomFor(processes: number): Record<string, string> {
  return processes > 2 ? { max_connections: String(20 + 16 * (processes + 1)) } : {}
}

/** The owner's URL for a PostgreSQL that another Lantern runs; null if there is none. */
export function runningOwnerUrl(directory: string): string | null {
  const address = runningAddress(directory)
  return address && ownerUrl(address, readFileSync(passwordFileIn(directory), 'utf8').trim())
}

const passwordFileIn = (directory: string) => join(directory, 'owner-password')

/** As `runningOwnerUrl`, and checks the password. @throws PlainRefusal if it doesn't open PostgreSQL */
export async function openRunning(directory: string): Promise<string | null> {
  const url = runningOwnerUrl(directory)
  if (url) await checkPassword(url, passwordFileIn(directory))
  return url
}

/** The cluster in a data directory, existing or not, and the account that runs it. */
export function describeCluster(directory: string): Cluster {
  const path = join(directory, 'postgresql')
  const account = accountFor([path, directory])
  const owner = ownerOf(path)
  if (!account && owner && process.getuid && owner.uid !== process.getuid()) throw notAllowed(path)
  giveTo(account, join(directory, 'lantern.lock'))
  return { path, passwordFile: passwordFileIn(directory), account, binaries: findBinaries(account) }
}

export function ownerUrl({ host, port }: Address, password: string): string {
  const server = host.startsWith('/') ? `localhost:${port}` : `${host}:${port}`
  const socket = host.startsWith('/') ? `?host=${encodeURIComponent(host)}` : ''
  return `postgresql://${ownerName}:${password}@${server}/${databaseName}${socket}`
}

/** Restarts PostgreSQL whenever it stops unexpectedly, waiting longer each time that this fails. */
function supervise(
  first: Postmaster,
  start: () => Promise<Postmaster>,
  onProgress: (sentence: string) => void,
): { stop(): Promise<void> } {
  let current = first
  const stopping = new AbortController()
  let pause = shortest
  const watch = async () => {
    while (!stopping.signal.aborted) {
      const since = Date.now()
      await current.ended
      // It stayed up for a while, so this is a new fault: start again with the shortest pause.
      if (Date.now() - since > 5_000) pause = shortest
      if (stopping.signal.aborted) return
      onProgress('The database ended unexpectedly; it is started again.')
      const next = await bringBack()
      if (!next) return
      current = next
      onProgress('The database is back.')
    }
    // `stop` was called during the restart, and knew only the dead process.
    await current.stop()
  }
  const bringBack = async (): Promise<Postmaster | null> => {
    for (;;) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return null
      pause = Math.min(pause * 2, longest)
      try {
        return await start()
      } catch (error) {
        onProgress(error instanceof Error ? error.message : String(error))
      }
    }
  }
  const watched = watch()
  return {
    async stop() {
      stopping.abort()
      await current.stop()
      await watched
    },
  }
}

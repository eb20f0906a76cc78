import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PlainRefusal } from '../../start/plain-refusal.ts'
import { freePort } from '../../start/ports.ts'
import { giveTo } from './account.ts'
import { type Cluster, dataArgument, explainSpawn, spawnOptions } from './cluster.ts'
import { readPostmasterFile, sendSignal, stopSteps } from './orphan.ts'

/** Where clients find the server: `host` is a directory with a socket, or an address. */
export interface Address {
  host: string
  port: number
}

export interface Postmaster {
  pid: number
  /** Settles when the process has ended, for whatever reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

const largestLog = 10 * 2 ** 20

/** Enough for a hospital on a small machine. What a hospital promises its patients is never traded for speed. */
export function settingsFor(
  address: Address,
  cluster: Pick<Cluster, 'path'>,
  chosen: Record<string, string>,
): string[] {
  const usesSocket = address.host === cluster.path
  const settings: Record<string, string> = {
    cluster_name: 'lantern',
    listen_addresses: usesSocket ? '' : address.host,
    port: String(address.port),
    // Relative to the data directory: the path has no length to worry about on this side.
    unix_socket_directories: usesSocket ? '.' : '',
    unix_socket_permissions: '0700',
    max_connections: '60',
    // A sixteenth of the machine: a million patients with their indexes take one gigabyte.
    shared_buffers: `${Math.min(1024, Math.max(128, Math.round(totalmem() / 2 ** 24)))}MB`,
    effective_cache_size: `${Math.round(totalmem() / 2 ** 21)}MB`,
    work_mem: '8MB',
    random_page_cost: '1.1',
    jit: 'off',
    synchronous_commit: 'on',
    max_wal_size: '1GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    // Statements and the details of errors name patients; the log must not.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...chosen,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** A socket inside the data directory where its path is short enough for the system; else a loopback port. */
export async function chooseAddress(cluster: Cluster): Promise<Address> {
  const longestSocketPath = process.platform === 'darwin' ? 103 : 107
  const socket = join(cluster.path, '.s.PGSQL.5432')
  if (process.platform !== 'win32' && Buffer.byteLength(socket) <= longestSocketPath) {
    return { host: cluster.path, port: 5432 }
  }
  return { host: '127.0.0.1', port: await freePort() }
}

/** Starts PostgreSQL and waits until it answers, however long a recovery takes. */
export async function startPostmaster(
  cluster: Cluster,
  address: Address,
  {
    logFile,
    settings,
    onProgress,
  }: { logFile: string; settings: Record<string, string>; onProgress(sentence: string): void },
): Promise<Postmaster> {
  for (const patience = Date.now() + 15_000; ; await sleep(100)) {
    const attempt = await startOnce(cluster, address, { logFile, settings, onProgress })
    if (typeof attempt !== 'string') return attempt
    // Processes of a PostgreSQL that was killed take a moment to notice; it must not be taken over before.
    const isPassing = /still in use|lock file .* already exists|shared memory block/.test(attempt)
    if (!isPassing || Date.now() > patience) {
      throw new PlainRefusal(
        `PostgreSQL did not start: ${attempt || 'it gave no reason'}; its log is ${logFile}.`,
      )
    }
  }
}

/** The running server, or the last words of one that ended before it answered. */
async function startOnce(
  cluster: Cluster,
  address: Address,
  {
    logFile,
    settings,
    onProgress,
  }: { logFile: string; settings: Record<string, string>; onProgress(sentence: string): void },
): Promise<Postmaster | string> {
  const { log, length } = openLog(logFile, cluster)
  const child = spawn(
    cluster.binaries.program('postgres'),
    ['-D', dataArgument(cluster), ...settingsFor(address, cluster, settings)],
    // In a session of its own: Ctrl-C at the terminal is for Lantern, which stops it in order.
    { ...spawnOptions(cluster), detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  const failure = new Promise<never>((_, reject) =>
    child.once('error', (error) => reject(explainSpawn(error))),
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const endWithUs = () => child.kill('SIGINT')
  process.once('exit', endWithUs)
  void ended.then(() => process.off('exit', endWithUs))

  const isReady = await Promise.race([waitUntilReady(child, cluster, onProgress), failure])
  if (!isReady) return reasonIn(readFileSync(logFile, 'utf8').slice(length))
  failure.catch(() => {})
  const pid = child.pid ?? 0
  return { pid, ended, stop: () => stopChild(child, ended, cluster) }
}

async function waitUntilReady(
  child: ChildProcess,
  cluster: Cluster,
  onProgress: (sentence: string) => void,
): Promise<boolean> {
  let nextWord = Date.now() + 3_000
  while (child.exitCode === null && child.signalCode === null) {
    const file = readPostmasterFile(cluster.path)
    if (file?.isReady && file.pid === child.pid) return true
    if (Date.now() > nextWord) {
      onProgress('The database repairs itself after an interruption; this can take minutes …')
      nextWord = Date.now() + 30_000
    }
    await sleep(5)
  }
  return false
}

async function stopChild(child: ChildProcess, ended: Promise<void>, cluster: Cluster): Promise<void> {
  for (const [signal, patience] of stopSteps) {
    if (child.exitCode !== null || child.signalCode !== null) return
    sendSignal(child.pid ?? 0, signal, cluster.binaries)
    const timer = new AbortController()
    await Promise.race([ended, sleep(patience, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
  }
}

function openLog(logFile: string, cluster: Cluster): { log: number; length: number } {
  try {
    if (statSync(logFile).size > largestLog) renameSync(logFile, `${logFile}.1`)
  } catch {
    // No log yet.
  }
  const log = openSync(logFile, 'a', 0o600)
  giveTo(cluster.account, logFile)
  return { log, length: fstatSync(log).size }
}

function reasonIn(log: string): string {
  const line = log.split('\n').findLast((text) => /\b(FATAL|PANIC|ERROR)\b|error/.test(text))
  return (line ?? log.trim().split('\n').at(-1) ?? '').replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '').trim()
}

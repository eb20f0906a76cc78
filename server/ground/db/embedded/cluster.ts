import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { keepNames } from '../../start/fsync-directory.ts'
import { errorCode, PlainRefusal } from '../../start/plain-refusal.ts'
import { type Account, giveTo } from './account.ts'
import { type Binaries, noBinaries } from './binaries.ts'
import { keepPrivate, notAllowed } from './claim.ts'
import { refuseWithoutPassword } from './password.ts'

/** The place of one PostgreSQL data directory, and who and what serves it. */
export interface Cluster {
  path: string
  passwordFile: string
  account: Account | null
  binaries: Binaries
}

export const ownerName = 'lantern_owner'
export const databaseName = 'lantern'

/**
 * PostgreSQL's data directory argument. As another account it may be unable to reach the directory by name, because a
 * parent denies it; the working directory needs no path.
 */
export function dataArgument({ path, account }: Pick<Cluster, 'path' | 'account'>): string {
  return account && existsSync('/proc/self/cwd') ? '/proc/self/cwd' : path
}

/** How each program is run: in the data directory, as its account, and without Lantern's own secrets. */
export function spawnOptions({ path, account }: Pick<Cluster, 'path' | 'account'>): SpawnOptions {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C' }
  for (const name of kept) if (process.env[name] !== undefined) env[name] = process.env[name]
  return { cwd: path, env, windowsHide: true, ...account }
}

/** Makes the data directory of a new hospital, whole or not at all, or checks the one that is there. */
export async function prepareCluster(
  cluster: Cluster,
  { onProgress, durable }: { onProgress(sentence: string): void; durable: boolean },
): Promise<void> {
  let version: string
  try {
    version = readFileSync(join(cluster.path, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw notAllowed(cluster.path)
    onProgress('Making the database, once …')
    await makeCluster(cluster, durable)
    return
  }
  if (version !== String(cluster.binaries.major)) {
    throw new PlainRefusal(
      `The data in ${cluster.path} is of PostgreSQL ${version}, and this Lantern brings PostgreSQL ${cluster.binaries.major}; carry the data over with pg_dump and pg_restore, or serve it by PostgreSQL ${version} and start Lantern with DATABASE_URL.`,
    )
  }
  refuseWithoutPassword(cluster.passwordFile)
}

/** Makes a draft of a data directory beside its place, and removes drafts that killed processes left. */
export function makeDraft(path: string): string {
  const parent = dirname(path)
  const prefix = `${basename(path)}.draft-`
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) removeDraft(join(parent, name))
  }
  return mkdtempSync(join(parent, prefix))
}

export function removeDraft(draft: string): void {
  rmSync(draft, { recursive: true, force: true, maxRetries: 3 })
}

async function makeCluster(cluster: Cluster, durable: boolean): Promise<void> {
  const { path, passwordFile, account, binaries } = cluster
  const parent = dirname(path)
  const draft = { path: makeDraft(path), account }
  giveTo(account, draft.path)
  // On the disk before any data that it opens: without it nobody ever gets at them again.
  writeFileSync(passwordFile, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  keepPrivate(passwordFile)
  giveTo(account, passwordFile)

  const initdbWords = (ctype: string) => [
    `--pgdata=${dataArgument(draft)}`,
    `--username=${ownerName}`,
    // The account of PostgreSQL may be unable to walk to the file, but can read the open handle.
    `--pwfile=${dataArgument(draft) === draft.path ? passwordFile : '/proc/self/fd/3'}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts and folds alike on every machine.
    '--locale=C',
    `--lc-ctype=${ctype}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]
  const password = openSync(passwordFile, 'r')
  try {
    // Trigram search takes letters beyond ASCII for letters only if the C library's locale knows them.
    const made = await run(binaries.program('initdb'), initdbWords('C.UTF-8'), draft, { password })
    if (made.code !== 0) {
      for (const name of readdirSync(draft.path)) rmSync(join(draft.path, name), { recursive: true })
      const second = await run(binaries.program('initdb'), initdbWords('C'), draft, { password })
      if (second.code !== 0)
        throw new PlainRefusal(`PostgreSQL could not make its data directory: ${lastLine(second)}`)
    }
    const database = await run(
      binaries.program('postgres'),
      ['--single', '-D', dataArgument(draft), ...(durable ? [] : ['-F']), 'template1'],
      draft,
      { input: `CREATE DATABASE ${databaseName};\n` },
    )
    if (database.code !== 0)
      throw new PlainRefusal(`PostgreSQL could not make the database: ${lastLine(database)}`)
    renameSync(draft.path, path)
    await keepNames(parent)
  } catch (error) {
    removeDraft(draft.path)
    throw error
  } finally {
    closeSync(password)
  }
}

interface Outcome {
  code: number | null
  output: string
}

function run(
  program: string,
  initdbWords: string[],
  place: Pick<Cluster, 'path' | 'account'>,
  { input, password }: { input?: string; password?: number },
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(program, initdbWords, {
      ...spawnOptions(place),
      stdio: ['pipe', 'pipe', 'pipe', ...(password === undefined ? [] : [password])],
    })
    const end = () => child.kill()
    process.once('exit', end)
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    // A program that ends early closes its input; its exit code tells that better than EPIPE.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input ?? '')
    child.once('error', (error) => {
      process.off('exit', end)
      reject(explainSpawn(error))
    })
    child.once('close', (code) => {
      process.off('exit', end)
      resolve({ code, output })
    })
  })
}

/** Why a program of PostgreSQL could not even be started, as a refusal where there is something to do. */
export function explainSpawn(error: Error): Error {
  const code = errorCode(error)
  // ENOENT with the file in place: the loader of another C library is wanted.
  if (['ENOENT', 'ENOEXEC', 'UNKNOWN'].includes(code)) return noBinaries()
  if (['EPERM', 'EACCES', 'EINVAL'].includes(code)) {
    return new PlainRefusal(
      'PostgreSQL may not be run from the folder of Lantern by the account that it needs; start Lantern as a normal user in a folder of that user, or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
  return error
}

export function lastLine({ output }: { output: string }): string {
  return output.trim().split('\n').at(-1)?.trim() ?? ''
}

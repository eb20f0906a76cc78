import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../ground/db/embedded.ts'
import { childrenOf, signalAll } from '../child-processes.ts'

/** One of our own PostgreSQLs: its address as the owner, and the directory of its data. */
interface Postgres {
  ownerUrl: string
  directory: string
}

/** A second one that follows another, as a hospital's replica does. */
export interface Standby extends Postgres {
  /** Shows commits only after a delay of this many milliseconds. */
  stayBehind(millis: number): Promise<void>
  /** Takes the place of the one that it followed. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** The standby's name in `synchronous_standby_names`: commits wait for it. */
export const standbyName = 'lantern_standby'

/** Copies `primary` while it runs, and lets the copy follow it from there. */
export async function openStandby(
  primary: Postgres,
  directory: string,
  settings: Record<string, string> = {},
): Promise<Standby> {
  mkdirSync(directory, { recursive: true })
  const data = join(directory, 'postgresql')
  const { host, port, user, password } = new pg.Client({ connectionString: primary.ownerUrl })
  await asOwner(primary.ownerUrl, async (owner) => {
    await owner.query(`select pg_backup_start('standby', true)`)
    execFileSync('cp', ['-a', join(primary.directory, 'postgresql'), data])
    const { rows } = await owner.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
  })
  copyFileSync(join(primary.directory, 'owner-password'), join(directory, 'owner-password'))
  for (const file of globSync('{postmaster.*,.s.PGSQL.*}', { cwd: data })) rmSync(join(data, file))
  writeFileSync(join(data, 'standby.signal'), '')
  const way = `host=${host} port=${port} user=${user} password=${password} application_name=${standbyName}`
  appendFileSync(join(data, 'postgresql.auto.conf'), `\nprimary_conninfo = '${way}'\n`)
  const { uid, gid } = statSync(data)
  for (const file of ['backup_label', 'standby.signal']) chownSync(join(data, file), uid, gid)

  const postgres = await startEmbedded(directory, { settings })
  return {
    ownerUrl: postgres.ownerUrl,
    directory,
    stayBehind: (millis) =>
      asOwner(postgres.ownerUrl, async (owner) => {
        await owner.query(`alter system set recovery_min_apply_delay = '${millis}ms'`)
        await owner.query('select pg_reload_conf()')
      }),
    promote: () =>
      asOwner(postgres.ownerUrl, async (owner) => {
        await owner.query('select pg_promote()')
      }),
    stop: () => postgres.stop(),
  }
}

/** Each commit of `primary` waits from now on until its standby has it on disk, too. */
export async function commitOnBoth({ ownerUrl }: Postgres): Promise<void> {
  await asOwner(ownerUrl, async (owner) => {
    await owner.query(`alter system set synchronous_standby_names = '${standbyName}'`)
    await owner.query('select pg_reload_conf()')
  })
}

/** Ends it as a fire does: at once, and it does not come back. */
export function destroy({ directory }: Postgres): void {
  const data = join(directory, 'postgresql')
  const first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  renameSync(data, `${data}.gone`)
  signalAll([first, ...childrenOf(first)], 'SIGKILL')
}

async function asOwner(url: string, act: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    await act(owner)
  } finally {
    await owner.end()
  }
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../../db/embedded.ts'
import { migrate } from '../../db/migrate.ts'
import { readTables } from '../tables.ts'
import { basesIn, type Place, placeOf } from './archive-contents.ts'
import { startArchived } from './archiving.ts'
import { walIn } from './move-to-archive.ts'
import { recover } from './recover.ts'

/** The contents of every table at a second: the number of rows and the sum of their hashes. */
export interface Moment {
  at: Date
  held: string
}

export interface Lived {
  archive: string
  moments: Moment[]
  /** The last value that it held. */
  heldLast: string
  /** Restores a second, or the last moment that the archive reaches, and says what is held then. */
  restored(at: Date | 'latest'): Promise<string>
  close(): Promise<void>
}

/** Slow disks are no part of what is proved. */
const settings = { fsync: 'off' }

/**
 * A hospital that writes without pause, and remembers what it held at some seconds in between. It runs on while others are
 * made of its archive.
 */
export async function live(count: number, longestPause: number): Promise<Lived> {
  const home = mkdtempSync(join(tmpdir(), 'lantern-prove-'))
  const remove = () => rmSync(home, { recursive: true, force: true })
  try {
    return await liveIn(home, { count, longestPause, remove })
  } catch (error) {
    remove()
    throw error
  }
}

async function liveIn(
  home: string,
  { count, longestPause, remove }: { count: number; longestPause: number; remove(): void },
): Promise<Lived> {
  const archive = join(home, 'archive')
  mkdirSync(archive)
  const postgres = await startArchived(join(home, 'data'), { settings }, { directory: archive, days: 14 })
  const moments: Moment[] = []
  let heldLast = ''
  try {
    await migrate(postgres.ownerUrl)
    await asOwner(postgres.ownerUrl, async (client) => {
      const place = await placeIn(archive, client)
      while ((await basesIn(place)).length === 0) await sleep(50)
      for (let number = 1; number <= count; number++) {
        const until = Date.now() + 100 + Math.random() * longestPause
        while (Date.now() < until) await write(client, number)
        moments.push(await nextSecond(client))
      }
      await write(client, 0)
      heldLast = await heldNow(client)
      await carried(client, place)
    })
  } catch (error) {
    await postgres.stop()
    throw error
  }
  let restores = 0
  return {
    archive,
    moments,
    heldLast,
    async restored(to) {
      const directory = join(home, `restored-${++restores}`)
      await recover({ archive, directory, to, settings })
      const again = await startEmbedded(directory, { settings })
      try {
        return await asOwner(again.ownerUrl, heldNow)
      } finally {
        await again.stop()
        rmSync(directory, { recursive: true })
      }
    },
    async close() {
      await postgres.stop()
      remove()
    },
  }
}

async function placeIn(archive: string, client: pg.Client): Promise<Place> {
  const { rows } = await client.query<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  )
  return placeOf(archive, rows[0]?.id ?? '')
}

/** Waits until all that was written so far is in the archive. */
async function carried(client: pg.Client, place: Place): Promise<void> {
  const { rows } = await client.query<{ wal: string }>('select pg_walfile_name(pg_switch_wal()) as wal')
  while (!(await walIn(place)).includes(rows[0]?.wal ?? '')) await sleep(50)
}

/** Nothing is written around the second itself. */
async function nextSecond(client: pg.Client): Promise<Moment> {
  const at = new Date(Math.ceil((Date.now() + 5) / 1000) * 1000)
  await sleep(at.getTime() + 5 - Date.now())
  return { at, held: await heldNow(client) }
}

async function write(client: pg.Client, number: number): Promise<void> {
  await client.query(
    `with new as (
       insert into patient (mrn_number, first_name, last_name, date_of_birth, gender, contact_number, address)
       values (next_mrn_number(), 'Amara', 'Nwosu ' || $1, '1990-04-12', 'FEMALE', '+44 20 7946 0000', 'Harbour Street')
       returning id)
     insert into audit_entry (action, subject_id) select 'registerPatient', id from new`,
    [number],
  )
  await client.query(
    `update patient set address = 'Harbour Street ' || $1, version = version + 1
     where id = (select id from patient order by random() limit 1)`,
    [number],
  )
}

async function heldNow(client: pg.Client): Promise<string> {
  const held: string[] = []
  for (const { name } of await readTables(client)) {
    const { rows } = await client.query<{ held: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(record::text, 0)), 0) as held from ${name} as record`,
    )
    held.push(`${name} ${rows[0]?.held}`)
  }
  return held.join('\n')
}

async function asOwner<Result>(url: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { fillDemo } from '../../server/demo/fill.ts'
import { runningOwnerUrl } from '../../server/ground/db/embedded.ts'
import { migrate } from '../../server/ground/db/migrate.ts'

export interface HospitalDatabase {
  ownerUrl: string
  /** The URL of the server's account, which can't change the schema. */
  appUrl: string
  drop(): Promise<void>
}

/** A small demo hospital in UTC. */
export const smallHospital = { patients: 40, doctors: 2, days: 3, visitsADay: 6, timeZone: 'UTC' }

/**
 * Makes a hospital's database in the PostgreSQL of the run's demo hospital. It is a copy of a template that the first
 * story migrates and fills.
 */
export async function hospitalDatabase({ isNew }: { isNew: boolean }): Promise<HospitalDatabase> {
  const demoUrl = runningOwnerUrl(process.env.E2E_DATA ?? '')
  if (!demoUrl) throw new Error('The demo hospital of the run has no database (playwright.config.ts).')
  const name = `story_${randomUUID().replaceAll('-', '')}`
  await asOwner(demoUrl, async (owner) => {
    // PostgreSQL copies a template only while no client is connected to it.
    await owner.query(`select pg_advisory_lock(hashtext('hospitals of stories'))`)
    // The data is deleted after the run, so it need not survive a power cut.
    await owner.query('alter system set fsync = off')
    await owner.query('select pg_reload_conf()')
    const empty = await template(owner, demoUrl, 'stories_new', 'template1', migrate)
    const source = isNew
      ? empty
      : // A hospital that was filled yesterday has no appointments today.
        await template(owner, demoUrl, `stories_${today()}`, empty, (url) => fillDemo(url, smallHospital))
    await owner.query(`create database ${name} template ${source}`)
  })
  const ownerUrl = withDatabase(demoUrl, name)
  const { appUrl } = await migrate(ownerUrl)
  return {
    ownerUrl,
    appUrl,
    drop: () =>
      asOwner(demoUrl, async (owner) => {
        await owner.query(`drop database ${name} with (force)`)
        await owner.query(`drop role lantern_app_${name}`)
      }),
  }
}

/** Makes a template of this name unless there is one. It has another name until it is complete. */
async function template(
  owner: pg.Client,
  url: string,
  name: string,
  source: string,
  prepare: (url: string) => Promise<unknown>,
): Promise<string> {
  const there = await owner.query('select from pg_database where datname = $1', [name])
  if (there.rowCount !== 0) return name
  const draft = `${name}_draft`
  await owner.query(`drop database if exists ${draft} with (force)`)
  await owner.query(`create database ${draft} template ${source}`)
  await prepare(withDatabase(url, draft))
  await owner.query(`alter database ${draft} rename to ${name}`)
  return name
}

const today = () => new Date().toISOString().slice(0, 10).replaceAll('-', '_')

async function asOwner(url: string, act: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    await act(owner)
  } finally {
    await owner.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

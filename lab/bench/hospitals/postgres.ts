import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { accountFor, giveTo } from '../../../server/ground/db/embedded/account.ts'
import { findBinaries } from '../../../server/ground/db/embedded/binaries.ts'
import { settingsFor } from '../../../server/ground/db/embedded/postmaster.ts'
import { startEmbedded } from '../../../server/ground/db/embedded.ts'

/** A PostgreSQL to measure hospitals in. */
export interface Postgres {
  /** '18.4', as PostgreSQL reports it. */
  version: string
  /** The address of an account that may create databases. */
  ownerUrl: string
  stop(): Promise<void>
}

/** Where Debian, Red Hat and Homebrew install the programs of a version. */
const places = (major: number) => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
]

/**
 * Starts this version of PostgreSQL with the settings that Lantern gives its own, or uses the one at an address. Null
 * if the version isn't installed on this machine.
 */
export async function openPostgres(
  wanted: string,
  directory: string,
  say: (sentence: string) => void,
): Promise<Postgres | null> {
  const major = Number(wanted)
  if (Number.isNaN(major)) return described({ ownerUrl: wanted, stop: async () => {} })
  if (findBinaries(accountFor([])).major === major) {
    return described(await startEmbedded(directory, { onProgress: say }))
  }
  const programs = places(major).find((place) => existsSync(join(place, 'postgres')))
  return programs ? described(await startInstalled(programs, major)) : null
}

async function described({ ownerUrl, stop }: Omit<Postgres, 'version'>): Promise<Postgres> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ version: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version`,
  )
  await client.end()
  return { version: rows[0]?.version ?? '', ownerUrl, stop }
}

/** Starts it in a directory that every account can reach, because older programs fail in any other. */
async function startInstalled(programs: string, major: number): Promise<Omit<Postgres, 'version'>> {
  const path = join(tmpdir(), `lantern-bench-postgresql-${major}`)
  const account = accountFor([path])
  const options = { cwd: path, env: { LC_ALL: 'C' }, stdio: 'ignore' as const, ...account }
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (!existsSync(join(path, 'PG_VERSION'))) {
    giveTo(account, path)
    const words = [
      '--username=lantern_owner',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--lc-ctype=C.UTF-8',
    ]
    execFileSync(join(programs, 'initdb'), ['-D', path, ...words, '--data-checksums'], options)
  }
  const settings = settingsFor({ host: path, port: 5432 }, { path }, {})
  const child = spawn(join(programs, 'postgres'), ['-D', path, ...settings], options)
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const ownerUrl = `postgresql://lantern_owner@localhost/postgres?host=${encodeURIComponent(path)}`
  await answering(ownerUrl)
  return {
    ownerUrl,
    async stop() {
      child.kill('SIGINT')
      await ended
    },
  }
}

async function answering(url: string): Promise<void> {
  for (const until = Date.now() + 30_000; ; await sleep(50)) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}

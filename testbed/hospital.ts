import { readFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { fillDemo } from '../server/demo/fill.ts'
import { startEmbedded } from '../server/ground/db/embedded.ts'
import { migrate } from '../server/ground/db/migrate.ts'
import { childrenOf } from '../server/testing/child-processes.ts'

/** A demo hospital on its own PostgreSQL, for injecting faults. */
export interface Hospital {
  ownerUrl: string
  /** The directory that was given for its data. */
  place: string
  /** The data directory, below `place`. */
  directory: string
  /** The port of PostgreSQL, on 127.0.0.1. */
  port: number
  asOwner<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>
  /** Sends a signal to PostgreSQL's main process, or to all of its processes. */
  signal(name: NodeJS.Signals, whom: 'postmaster' | 'all'): void
  /** Stops PostgreSQL, and keeps the data. */
  shut(): Promise<void>
  /** Stops PostgreSQL, and deletes the data. */
  stop(): Promise<void>
}

/**
 * Opens a hospital in a new directory below `place`. Its name is longer than the path of a socket may be, so that
 * PostgreSQL listens on loopback, where packets can be dropped.
 */
export async function openHospital(place: string, plant: readonly string[] = []): Promise<Hospital> {
  const directory = join(place, `hospital-${process.pid}-${Date.now()}-`.padEnd(110, 'x'))
  await mkdir(directory, { recursive: true })
  // The directory must be open to the database's own account.
  const postgres = await startEmbedded(directory)
  await migrate(postgres.ownerUrl)
  await fillDemo(postgres.ownerUrl)
  const { asOwner, end } = ownerAt(postgres.ownerUrl)
  for (const statement of plant) await asOwner(statement)
  let closing: Promise<void> | undefined
  const shut = () => {
    closing ??= end().then(() => postgres.stop())
    return closing
  }
  return {
    ownerUrl: postgres.ownerUrl,
    place,
    directory,
    port: Number(new URL(postgres.ownerUrl).port),
    asOwner,
    signal(name, whom) {
      const first = Number(readFileSync(join(directory, 'postgresql/postmaster.pid'), 'utf8').split('\n')[0])
      // Children come first, because they end with the main process.
      for (const pid of whom === 'all' ? [...childrenOf(first), first] : [first]) {
        try {
          process.kill(pid, name)
        } catch {
          // It has already ended.
        }
      }
    },
    shut,
    async stop() {
      await shut()
      await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** Runs statements as the owner of the database, who may do what the server may not. */
export function ownerAt(ownerUrl: string): Pick<Hospital, 'asOwner'> & { end(): Promise<void> } {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  owner.on('error', () => {})
  owner.on('connect', (client) => client.on('error', () => {}))
  return {
    async asOwner<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) {
      for (let tries = 0; ; tries++) {
        try {
          return (await owner.query<Row>(statement, values)).rows
        } catch (error) {
          // After a fault the database may still be restarting, so it is asked again. An error in the statement itself
          // is not retried.
          const isItsWord = error instanceof pg.DatabaseError && !/^(08|57|53)/.test(error.code ?? '')
          if (isItsWord || tries > 60) throw error
          await sleep(500)
        }
      }
    },
    end: () => owner.end(),
  }
}

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Backups } from '../../contract/hospital/backups.ts'
import type { BackupPlan } from '../ground/backup/nightly/plan.ts'
import { readState } from '../ground/backup/nightly/records.ts'
import { startApp, type TestApp, type TestAppOptions } from './app.ts'
import { moveHospital, type StoryClock, storyClock } from './clock.ts'
import { createTestDatabase } from './database.ts'

/** How long a test waits for what servers do by themselves: each backup is a process. */
export const patience = { timeout: 30_000, interval: 50 }

export interface Hospital extends StoryClock {
  /** A directory that is removed with it. */
  home: string
  app: TestApp
  plan: BackupPlan
  /** Another server of the same hospital. */
  alsoServe(changed?: Partial<BackupPlan>): Promise<TestApp>
  state(): Promise<Backups>
  /** The backups that were begun, the first one first. */
  made(): Promise<{ due_at: Date | null; begun_at: Date; failure: string | null; file: string | null }[]>
  files(): string[]
}

/** A hospital at 11:30 at night of 10 June in Kolkata, with a place for its backups, and servers that look often. */
export async function openHospital(
  changed: Partial<BackupPlan> = {},
  options: TestAppOptions = {},
): Promise<Hospital> {
  const story = storyClock('2026-06-10T18:00:00Z')
  const database = await createTestDatabase()
  const home = mkdtempSync(join(tmpdir(), 'lantern-nightly-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const directory = join(home, 'backups')
  mkdirSync(directory)
  const plan: BackupPlan = {
    directory,
    hour: 2,
    keep: 14,
    passphraseFile: undefined,
    auditKeyFile: join(home, 'audit-key.pem'),
    databaseUrl: database.ownerUrl,
    dataDirectory: home,
    lookEvery: 100,
    ...changed,
  }
  // Its own server makes none yet.
  const app = await startApp({ database, clock: story.clock, ...options, backups: plan })
  onTestFinished(() => app.close())
  await story.set(app, story.clock())
  await moveHospital(app, 'Asia/Kolkata')
  return {
    ...story,
    home,
    app,
    plan,
    async alsoServe(otherwise = {}) {
      const other = await startApp({
        on: app,
        clock: story.clock,
        runsJobs: true,
        logger: { level: 'silent' },
        backups: { ...plan, ...otherwise },
      })
      let closing: Promise<void> | undefined
      const close = () => {
        closing ??= other.close()
        return closing
      }
      onTestFinished(close)
      return { ...other, close }
    },
    state: () => readState(app.app.lantern.db, plan, story.clock()),
    made: () =>
      app.asOwner(
        'select due_at, begun_at, failure, file from backup where ended_at is not null order by begun_at, ended_at',
      ),
    files: () => readdirSync(directory).toSorted(),
  }
}

/** Waits until these servers have looked once more whether a backup is to be made. */
export async function lookedOn(...servers: TestApp[]): Promise<void> {
  // The first look may have begun before; the second is a whole one.
  for (const { app } of [...servers, ...servers]) await app.backups?.look()
}

export async function asOwner(url: string) {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  onTestFinished(() => owner.end())
  return owner
}

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Role, roles } from '../../contract/permissions.ts'
import { claimDirectory } from '../ground/db/embedded/claim.ts'
import { startEmbedded } from '../ground/db/embedded.ts'
import { migrate } from '../ground/db/migrate.ts'
import type { StaffClient } from './app.ts'
import { makePasswordsCheap } from './cheap-passwords.ts'
import type { ReadyAccount, TestDatabase } from './database.ts'
import { directoryForDatabases } from './memory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's url of the empty database that test databases are copies of. */
    templateOwnerUrl: string
    templateAppUrl: string
    /** The accounts in the other one. */
    readyAccounts: ReadyAccount[]
  }
}

/** Directories of this name belong to a run of the tests, and are taken away when it was killed. */
export const testDirectoryPrefix = 'lantern-test-'

/** Vitest's global setup: one PostgreSQL for the run, with two migrated databases to copy. */
export default async function startTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  await endForgottenRuns()
  const directory = mkdtempSync(join(directoryForDatabases(), testDirectoryPrefix))
  const postgres = await startEmbedded(directory, {
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      // A database is dropped by a search of all of them.
      shared_buffers: '128MB',
    },
  })
  const owner = new pg.Client({ connectionString: postgres.ownerUrl })
  await owner.connect()
  await owner.query('create database lantern_empty')
  const empty = named(postgres.ownerUrl, 'lantern_empty')
  const { appUrl } = await migrate(empty)
  await owner.query('create database lantern_staffed template lantern_empty')
  await owner.end()
  const ready = await giveAccounts({
    ownerUrl: named(postgres.ownerUrl, 'lantern_staffed'),
    appUrl: named(appUrl, 'lantern_staffed'),
    drop: async () => {},
  })
  project.provide('templateOwnerUrl', empty)
  project.provide('templateAppUrl', appUrl)
  project.provide('readyAccounts', ready)
  return async () => {
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

const given: Record<Role, string> = {
  admin: 'Florence',
  doctor: 'Elizabeth',
  nurse: 'Edith',
  pharmacist: 'Susan',
  receptionist: 'Mary',
  inventory_manager: 'Agnes',
}

/** Makes the accounts as people do, through a server, so that they are on the trail too. */
async function giveAccounts(database: TestDatabase): Promise<ReadyAccount[]> {
  makePasswordsCheap()
  // It keeps the function that hashes as it finds it.
  const { newAccount, signUpWithRole, startApp } = await import('./app.ts')
  const app = await startApp({ database })
  const ready: ReadyAccount[] = []
  let founder: StaffClient | undefined
  for (const role of roles) {
    const account = newAccount({ email: `${role}@hospital.test`, firstName: given[role], lastName: 'Ready' })
    const client = await signUpWithRole(app, role, founder, account)
    founder ??= client
    ready.push({ role, id: client.id, email: client.email, cookie: client.cookie })
  }
  await app.close()
  return ready
}

function named(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** A run that was killed leaves its PostgreSQL behind. Whatever can be claimed belongs to nobody. */
async function endForgottenRuns(): Promise<void> {
  const left = [...new Set([tmpdir(), directoryForDatabases()])].flatMap((place) =>
    readdirSync(place)
      .filter((name) => name.startsWith(testDirectoryPrefix))
      .map((name) => join(place, name)),
  )
  for (const directory of left) {
    try {
      const claim = claimDirectory(directory)
      await (await startEmbedded(directory, { claim })).stop()
    } catch {
      // In use by a run that is alive, or another account's.
      continue
    }
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

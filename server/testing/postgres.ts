import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { claimDirectory } from '../db/embedded/claim.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's url of the database that every test database is a copy of. */
    templateOwnerUrl: string
    templateAppUrl: string
  }
}

/** Directories of this name belong to a run of the tests, and are taken away when it was killed. */
export const testDirectoryPrefix = 'lantern-test-'

/** Vitest's global setup: one PostgreSQL for the run, with one migrated database to copy. */
export default async function startTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  await endForgottenRuns()
  const directory = mkdtempSync(join(tmpdir(), testDirectoryPrefix))
  const postgres = await startEmbedded(directory, {
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  const owner = new pg.Client({ connectionString: postgres.ownerUrl })
  await owner.connect()
  await owner.query('create database lantern_template')
  await owner.end()
  const template = new URL(postgres.ownerUrl)
  template.pathname = '/lantern_template'
  const { appUrl } = await migrate(template.href)
  project.provide('templateOwnerUrl', template.href)
  project.provide('templateAppUrl', appUrl)
  return async () => {
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** A run that was killed leaves its PostgreSQL behind. Whatever can be claimed belongs to nobody. */
async function endForgottenRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(testDirectoryPrefix))) {
    const directory = join(tmpdir(), name)
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

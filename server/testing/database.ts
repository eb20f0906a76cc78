import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  ownerUrl: string
  /** What the server connects with: the account that can't change the schema. */
  appUrl: string
  drop(): Promise<void>
}

/** A fresh copy of the migrated database, for one test file; `drop` it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asOwner(`create database ${name} template lantern_template`)
  return {
    ownerUrl: withDatabase(inject('templateOwnerUrl'), name),
    appUrl: withDatabase(inject('templateAppUrl'), name),
    async drop() {
      await asOwner(`drop database if exists ${name} with (force)`)
      // Of one that was migrated once more, under its own name.
      await asOwner(`drop role if exists lantern_app_${name}`)
    },
  }
}

async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: withDatabase(inject('templateOwnerUrl'), 'lantern') })
  await owner.connect()
  try {
    await owner.query(statement)
  } finally {
    await owner.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

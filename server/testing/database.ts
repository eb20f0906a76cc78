import { randomUUID } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Role } from '../../contract/permissions.ts'
import { connect } from '../ground/db/connect.ts'

/** The template of a test database: `empty` has the schema alone, `staffed` a founder and an account for each other role. */
export type Template = 'empty' | 'staffed'

/** Somebody who has an account and a session in a test database, as its template was given them. */
export interface ReadyAccount {
  role: Role
  id: string
  email: string
  cookie: string
}

export interface TestDatabase {
  ownerUrl: string
  /** The URL of the server's account, which can't change the schema. */
  appUrl: string
  /** Those whom no test has asked for yet. */
  ready?: ReadyAccount[]
  drop(): Promise<void>
}

/** A fresh copy of a migrated database, for one test file; `drop` it in `afterAll`. */
export async function createTestDatabase(template: Template = 'empty'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Cheap in memory (`directoryForDatabases`), where no disk has to take all pages at once.
  await asOwner(`create database ${name} template lantern_${template} strategy file_copy`)
  return {
    ownerUrl: withDatabase(inject('templateOwnerUrl'), name),
    appUrl: withDatabase(inject('templateAppUrl'), name),
    ready: template === 'staffed' ? [...inject('readyAccounts')] : [],
    async drop() {
      await asOwner(`drop database if exists ${name} with (force)`)
      // The role of a database that was migrated once more, under its own name.
      await asOwner(`drop role if exists lantern_app_${name}`)
    },
  }
}

/** A test database that records the statements of the server's account, in order; `close` it in `afterAll`. */
export async function createWatchedDatabase() {
  const { ownerUrl, appUrl, drop } = await createTestDatabase()
  const sent: CompiledQuery[] = []
  const { db, pool } = connect(appUrl, { connections: 1, log: ({ query }) => void sent.push(query) })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  async function close() {
    await owner.end()
    await db.destroy()
    await drop()
  }
  return { db, pool, owner, sent, close }
}

/** A step of a plan, as PostgreSQL tells it. */
interface PlanStep {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Loops': number
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: PlanStep[]
}

/** The steps that PostgreSQL takes for a statement, each before what it consists of. */
export async function stepsOf(
  on: pg.Client | pg.Pool,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<PlanStep[]> {
  const { rows } = await on.query<{ 'QUERY PLAN': { Plan: PlanStep }[] }>(
    `explain (analyze, format json) ${statement}`,
    [...parameters],
  )
  const inOrder = (step: PlanStep): PlanStep[] => [step, ...(step.Plans ?? []).flatMap(inOrder)]
  return (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => inOrder(Plan))
}

/** How many rows of tables these steps look at; with `table`, of that one. */
export function rowsLookedAt(steps: readonly PlanStep[], table?: string): number {
  return steps
    .filter((step) => step['Relation Name'] && (!table || step['Relation Name'] === table))
    .reduce(
      (sum, step) =>
        sum + step['Actual Loops'] * (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)),
      0,
    )
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

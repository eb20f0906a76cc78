import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { SchemaSources, Source } from './sources.ts'

/** This version can't go on from the schema that the database has; the message says what to do. */
export class MigrationRefusal extends Error {}

/** Lists what was applied to the database, with the sum of each file as it was then. */
export const migrationTable =
  'create table if not exists migration (name text primary key, at timestamptz not null default now(), sum text)'

/** The migrations before the baseline. A database that has had all of them has the schema of the baseline. */
const older = {
  pattern: /^\d{4}_\w+\.sql$/,
  last: '0213_mailed_orders.sql',
  /** SHA-256 of their names in order, each with a line break. */
  sum: '073f3e0a7cd75478ed01b67ce9d4af886826fd6839c0133f143b6c5f5b4d1b3f',
}

/** How steps are run. */
export interface Runner {
  /** Runs a step within a transaction. */
  within(step: () => Promise<unknown>): Promise<unknown>
  /** A restore is one transaction, and has made the tables alone. */
  isRestore: boolean
}

/**
 * Makes the schema this version's: the baseline in an empty database, then the migrations that it has not had, then the
 * functions that have changed. Answers whether anything was done.
 *
 * @throws MigrationRefusal if it can't be done; nothing is changed then.
 */
export async function bringUpToDate(
  client: pg.ClientBase,
  sources: SchemaSources,
  runner: Runner,
): Promise<boolean> {
  await prepareTable(client, runner)
  const done = await readDone(client)
  refuseUnfit(done, sources)
  const { baseline, migrations, functions } = sources
  const pending = migrations.filter(({ name }) => !done.has(name))
  const changed = functions.filter(({ name, sum }) => runner.isRestore || done.get(name) !== sum)
  if (done.size === 0) await runner.within(() => runBaseline(client, baseline))
  else if (!done.has('baseline')) await runner.within(() => note(client, baseline))
  for (const migration of pending) await runMigration(client, migration, runner)
  for (const file of changed) await runner.within(() => runFunctions(client, file))
  return pending.length > 0 || changed.length > 0
}

const addedValue = /alter type (\w+) add value '(\w+)'(?: (before|after) '(\w+)')?/g

/**
 * The baseline with the enum values that these migrations add later. Before PostgreSQL 17, a value that is added can't
 * be used in the same transaction, and a restore is one.
 */
export function withAddedValues(baseline: Source, migrations: readonly Source[]): Source {
  let { text } = baseline
  for (const [, type = '', value = '', side, beside] of migrations.flatMap(({ text: added }) => [
    ...added.matchAll(addedValue),
  ])) {
    text = text.replace(
      new RegExp(`(create type ${type} as enum \\()([^)]*)(\\))`),
      (_, head, values, end) => {
        const all = (values as string).split(',').map((one) => one.trim())
        const at = beside ? all.indexOf(`'${beside}'`) + (side === 'after' ? 1 : 0) : all.length
        return `${head}${all.toSpliced(at, 0, `'${value}'`).join(', ')}${end}`
      },
    )
  }
  return { ...baseline, text }
}

/** Within the caller's transaction. */
export async function runBaseline(client: pg.ClientBase, baseline: Source): Promise<void> {
  await client.query(baseline.text)
  await note(client, baseline)
}

/**
 * A migration is one transaction. Two kinds are not, so that a large table can be changed while the hospital works; their
 * first line says so:
 *
 * - `-- in batches`: one statement that changes some rows, run again and again, each time in a transaction, until there are none left.
 * - `-- outside a transaction`: one statement that can't be in one and can be run again, such as `create index concurrently if not exists`.
 */
export async function runMigration(
  client: pg.ClientBase,
  migration: Source,
  { within, isRestore }: Runner,
): Promise<void> {
  const { text } = migration
  if (text.startsWith('-- outside a transaction')) {
    if (!isRestore) await dropUnfinishedIndex(client, text)
    // It can't run in a restore's transaction, and no other reader has to be spared there.
    await client.query(isRestore ? text.replaceAll(/\bconcurrently\b/gi, '') : text)
    await within(() => note(client, migration))
  } else if (text.startsWith('-- in batches')) {
    let changed = 1
    while (changed > 0) await within(async () => (changed = (await client.query(text)).rowCount ?? 0))
    await within(() => note(client, migration))
  } else {
    await within(async () => {
      await client.query(isRestore ? text.replaceAll(" add value '", " add value if not exists '") : text)
      await note(client, migration)
    })
  }
}

/** If building an index was interrupted, PostgreSQL keeps it unused, and `if not exists` takes it for the index. */
async function dropUnfinishedIndex(client: pg.ClientBase, text: string): Promise<void> {
  const name = /\bif not exists (\w+)/i.exec(text)?.[1]
  const unfinished = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (name && unfinished.rowCount) await client.query(`drop index concurrently ${name}`)
}

async function runFunctions(client: pg.ClientBase, file: Source): Promise<void> {
  // They call one another across files.
  await client.query('set local check_function_bodies = off')
  await client.query(file.text)
  await note(client, file)
}

async function note(client: pg.ClientBase, { name, sum }: Source): Promise<void> {
  await client.query(
    `insert into migration (name, sum) values ($1, $2) on conflict (name) do update set sum = excluded.sum, at = now()
     where migration.sum is distinct from excluded.sum`,
    [name, sum],
  )
}

async function prepareTable(client: pg.ClientBase, { within }: Runner): Promise<void> {
  await client.query(migrationTable)
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'migration'::regclass and attname = 'sum'`,
  )
  if (rowCount === 0) await within(() => client.query('alter table migration add column sum text'))
}

async function readDone(client: pg.ClientBase): Promise<Map<string, string | null>> {
  const { rows } = await client.query<{ name: string; sum: string | null }>('select name, sum from migration')
  return new Map(rows.map(({ name, sum }) => [name, sum]))
}

/** Why this version can't use a schema. */
export interface Unfit {
  madeBy: 'newer' | 'older'
  /** For a sentence: 'was made by a newer Lantern (…)'. */
  reason: string
}

/**
 * Why this version can't use a schema that was made by the named migrations; null if it can.
 *
 * @param names all that have been applied, in any order
 */
export function whyUnfit(names: readonly string[], { migrations }: SchemaSources): Unfit | null {
  const before = names.filter((name) => older.pattern.test(name)).toSorted()
  const isBaseline = names.includes('baseline')
  const unknown = names.filter(
    (name) =>
      name !== 'baseline' &&
      !name.startsWith('functions/') &&
      !before.includes(name) &&
      !migrations.some((one) => one.name === name),
  )
  const last = before.at(-1) ?? ''
  if (unknown.length > 0 || (!isBaseline && last > older.last)) {
    return { madeBy: 'newer', reason: `was made by a newer Lantern (${unknown.join(', ') || last})` }
  }
  if (isBaseline || before.length === 0) return null
  const sum = createHash('sha256')
    .update(before.map((name) => `${name}\n`).join(''))
    .digest('hex')
  return sum === older.sum ? null : { madeBy: 'older', reason: `was made by an older Lantern (${last})` }
}

/** The advice for a database or a backup of an older Lantern. */
export const wayFromOlder = `a version that has ${older.last}`

function refuseUnfit(done: ReadonlyMap<string, string | null>, sources: SchemaSources): void {
  const unfit = whyUnfit([...done.keys()], sources)
  if (unfit) {
    const version = unfit.madeBy === 'newer' ? 'that version' : `${wayFromOlder} on it once, then this one`
    throw new MigrationRefusal(`This database ${unfit.reason}. Start ${version}.`)
  }
  for (const { name, sum } of [sources.baseline, ...sources.migrations]) {
    const was = done.get(name)
    if (was && was !== sum) {
      throw new MigrationRefusal(
        `${name} has changed since this database had it. Put it back as it was, and write another migration.`,
      )
    }
  }
  const names = sources.migrations.map(({ name }) => name)
  const newest = names.findLast((name) => done.has(name)) ?? ''
  const late = names.find((name) => !done.has(name) && name < newest)
  if (late) {
    throw new MigrationRefusal(
      `${late} comes before ${newest}, which this database has had. Give it a later time, so that all databases have both in one order.`,
    )
  }
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../start/root.ts'

/** The domains of the hospital, each built on those before it: a file in tables/ or functions/, mostly in both. */
const domains = [
  'foundation',
  'staff',
  'sign-in',
  'hospital',
  'departments',
  'clinics',
  'patients',
  'identifiers',
  'imports',
  'appointments',
  'schedules',
  'wait-list',
  'online-bookings',
  'patient-messages',
  'wards',
  'shifts',
  'clinical-entries',
  'contacts',
  'coverage',
  'duplicates',
  'allergies',
  'medications-and-problems',
  'visit-notes',
  'vital-signs',
  'store',
  'countersignatures',
  'notifications',
  'restricted-records',
  'trail',
  'merges',
  'texts',
]

/** A file of SQL. */
export interface Source {
  /** As the table `migration` has it. */
  name: string
  text: string
  /** SHA-256 of what it does: comments and white space are free to change. */
  sum: string
}

/** Everything that a database's schema is made of, in its order. */
export interface SchemaSources {
  /** The tables of 27 November 2026, which no longer change: later changes are migrations. */
  baseline: Source
  migrations: readonly Source[]
  /** Functions and triggers as they are now, run anew when they change. */
  functions: readonly Source[]
}

const folder = join(root, 'server/ground/db')

export async function readSources(): Promise<SchemaSources> {
  const [tables, migrations, functions] = await Promise.all([
    readDomains('tables'),
    readFolder('migrations'),
    readDomains('functions'),
  ])
  const baseline = sourceOf('baseline', tables.map(({ text }) => text).join('\n'))
  return { baseline, migrations, functions }
}

/** The names of what this version's schema needs, in their order. */
export async function knownMigrations(): Promise<string[]> {
  return ['baseline', ...(await namesIn('migrations'))]
}

export function sourceOf(name: string, text: string): Source {
  const code = text
    .replaceAll(/^\s*--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { name, text, sum: createHash('sha256').update(code).digest('hex') }
}

async function readDomains(kind: 'tables' | 'functions'): Promise<Source[]> {
  const placeOf = ({ name }: Source) => domains.findIndex((domain) => name === `${kind}/${domain}.sql`)
  const sources = await readFolder(kind)
  const stray = sources.find((source) => placeOf(source) < 0)
  if (stray)
    throw new Error(`server/ground/db/${stray.name} is of no domain; add it to ${import.meta.filename}`)
  return sources.toSorted((one, other) => placeOf(one) - placeOf(other))
}

async function readFolder(kind: 'tables' | 'migrations' | 'functions'): Promise<Source[]> {
  return Promise.all(
    (await namesIn(kind)).map(async (name) =>
      sourceOf(
        kind === 'migrations' ? name : `${kind}/${name}`,
        await readFile(join(folder, kind, name), 'utf8'),
      ),
    ),
  )
}

async function namesIn(kind: string): Promise<string[]> {
  return (await readdir(join(folder, kind))).filter((name) => name.endsWith('.sql')).toSorted()
}

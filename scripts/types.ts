// `npm run types`: writes the table types and schema.sql from a new database, and the nouns' words for the audit trail.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { auditWords } from '../contract/nouns.ts'
import { startEmbedded } from '../server/ground/db/embedded.ts'
import { migrate } from '../server/ground/db/migrate.ts'
import { printSchema } from '../server/ground/db/schema/print-schema.ts'

writeFileSync('contract/hospital/endpoint-words.json', `${JSON.stringify(auditWords, null, 2)}\n`)

const directory = mkdtempSync(join(tmpdir(), 'lantern-types-'))
const postgres = await startEmbedded(directory, { settings: { fsync: 'off' } })
try {
  await migrate(postgres.ownerUrl)
  const owner = new pg.Client({ connectionString: postgres.ownerUrl })
  await owner.connect()
  writeFileSync('server/ground/db/schema.sql', await printSchema(owner))
  await owner.end()
  // The types that server/ground/db/connect.ts reads.
  const words = [
    '--dialect=postgres',
    '--default-schema=public',
    // The schema of pg-boss is left out.
    '--include-pattern=public.*',
    '--date-parser=string',
    '--numeric-parser=number',
    '--type-mapping={"int8":"number","timestamptz":"ColumnType<string, Date | string, Date | string>"}',
    '--out-file=server/ground/db/types.ts',
  ]
  const made = spawnSync(process.execPath, ['node_modules/kysely-codegen/dist/cli/bin.js', ...words], {
    env: { ...process.env, DATABASE_URL: postgres.ownerUrl },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  process.exitCode = made.status ?? 1
} finally {
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
}

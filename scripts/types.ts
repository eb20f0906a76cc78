// `npm run types`: writes server/db/types.ts and server/db/schema.sql from a database that was made just now.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../server/db/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { printSchema } from '../server/db/schema/print-schema.ts'

const directory = mkdtempSync(join(tmpdir(), 'lantern-types-'))
const postgres = await startEmbedded(directory, { settings: { fsync: 'off' } })
try {
  await migrate(postgres.ownerUrl)
  const owner = new pg.Client({ connectionString: postgres.ownerUrl })
  await owner.connect()
  writeFileSync('server/db/schema.sql', await printSchema(owner))
  await owner.end()
  // As server/db/connect.ts reads them.
  const words = [
    '--dialect=postgres',
    '--default-schema=public',
    // The schema of pg-boss is its own affair.
    '--include-pattern=public.*',
    '--date-parser=string',
    '--numeric-parser=number',
    '--type-mapping={"int8":"number","timestamptz":"ColumnType<string, Date | string, Date | string>"}',
    '--out-file=server/db/types.ts',
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

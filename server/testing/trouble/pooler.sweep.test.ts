import { connect as connectTo, createServer } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../ground/db/connect.ts'
import { somebodyWaits } from '../../ground/db/time-limits.ts'
import { createTestDatabase } from '../database.ts'

/**
 * The settings that a pooler accepts on connecting, as PgBouncer does: it refuses the others, or is configured to drop
 * them.
 */
const passedOn = ['user', 'database', 'client_encoding', 'application_name']

test('the limits hold by way of a pooler that passes no settings on', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const pooler = await startPooler(database.appUrl)
  onTestFinished(() => pooler.close())
  const { db } = connect(pooler.url, { connections: 1 })
  onTestFinished(() => db.destroy())
  const { rows } = await sql`
    select name, setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'TimeZone') order by name
  `.execute(db)
  expect(rows).toEqual([
    { name: 'TimeZone', setting: 'UTC' },
    { name: 'idle_in_transaction_session_timeout', setting: '5000' },
    { name: 'lock_timeout', setting: String(somebodyWaits.lock) },
    { name: 'statement_timeout', setting: String(somebodyWaits.statement) },
  ])
  expect(pooler.refused).toEqual([])
})

/** A proxy to PostgreSQL that refuses connections with other settings than a pooler accepts. */
async function startPooler(databaseUrl: string) {
  const { host, port } = new pg.Client({ connectionString: databaseUrl })
  const refused: string[] = []
  const server = createServer((client) => {
    client.on('error', () => {})
    client.once('data', (packet) => {
      // Its length and the protocol's version, then names and values.
      const names = packet
        .subarray(8)
        .toString()
        .split('\0')
        .filter((_, index) => index % 2 === 0)
      const more = names.filter((name) => name && !passedOn.includes(name))
      refused.push(...more)
      if (more.length > 0) return client.destroy()
      const path = { path: `${host}/.s.PGSQL.${port}` }
      const postgres = connectTo(host.startsWith('/') ? path : { host, port })
      postgres.on('error', () => {})
      postgres.write(packet)
      client.pipe(postgres).pipe(client)
      return undefined
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  url.search = ''
  return { url: url.href, refused, close: () => void server.close() }
}

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { knownMigrations } from '../db/schema/sources.ts'
import { Refusal } from '../http/errors.ts'

/** Milliseconds for which a look at the database is believed, so that asking us often asks it seldom. */
const believedFor = 1000

export interface HealthOptions {
  /** A connection that calls don't use: a crowd of them is no reason to lead nobody here any more. */
  db: Database
  /** Aborted when this server is about to stop. */
  leaving: AbortSignal
  /** The migrations of this version; default: those whose files are there. */
  migrations?: string[] | undefined
}

/**
 * GET /livez: this process answers. GET /readyz: it can serve, so calls may be led to it: its database answers and has
 * the schema that it needs, and it is not about to stop. Both tell nothing else, because anybody may ask.
 */
export function serveHealth(app: FastifyInstance, { db, leaving, migrations }: HealthOptions) {
  const options = { schema: { hide: true }, config: { isHealth: true } }
  // Read once: a newer version that is put in this one's place meanwhile asks nothing of what runs.
  const known = migrations ? Promise.resolve(migrations) : knownMigrations()
  known.catch(() => {})
  let look: { at: number; fault: Promise<Refusal | null> } | undefined

  app.get('/livez', options, async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'alive' })
  })

  app.get('/readyz', options, async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    if (leaving.aborted) throw new Refusal('server_stopping', 'Lantern is stopping.')
    const now = performance.now()
    if (!look || now - look.at > believedFor) look = { at: now, fault: faultOf(db, known) }
    const fault = await look.fault
    if (fault) throw fault
    return reply.send({ status: 'ready' })
  })
}

async function faultOf(db: Database, known: Promise<string[]>): Promise<Refusal | null> {
  try {
    if ((await missingMigrations(db, await known)) === 0) return null
    return new Refusal('database_unavailable', 'The database’s schema is older than this Lantern.')
  } catch {
    return new Refusal('database_unavailable', 'The database doesn’t answer.')
  }
}

/** How many there are that this version needs. Those of a newer one, which is being brought in, do no harm. */
async function missingMigrations(db: Database, known: string[]): Promise<number> {
  const { rows } = await sql<{ there: number }>`
    select count(*)::int as there from migration where name = any(${known}::text[])
  `.execute(db)
  return known.length - (rows[0]?.there ?? 0)
}

import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'

/** PostgreSQL keeps each on every connection; what comes after these is sent in full each time. */
const mostPrepared = 100

/**
 * The pool as Kysely uses it: a statement with parameters is prepared when a connection meets it first, and from then
 * on sent by its name. PostgreSQL neither reads nor analyses it again, which for a short query is most of the work.
 * It still plans with the values, as `connect` tells it to: a rare name is not found the way a common one is.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known || names.size >= mostPrepared) return known
    const name = `lantern ${names.size + 1}`
    names.set(text, name)
    return name
  }

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
    function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
    function query(asked: unknown, values: readonly unknown[] = []): unknown {
      // A cursor reads under a name of its own.
      if (typeof asked !== 'string') return client.query(asked as pg.Submittable)
      const name = values.length > 0 ? nameOf(asked) : undefined
      return client.query({ text: asked, values: [...values], ...(name && { name }) })
    }
    return { query, release: (destroy) => client.release(destroy) }
  }

  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      let wrapped = clients.get(client)
      if (!wrapped) {
        wrapped = wrap(client)
        clients.set(client, wrapped)
      }
      return wrapped
    },
    end: () => pool.end(),
  }
}

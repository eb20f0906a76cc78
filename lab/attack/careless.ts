import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'

/** The control of every attack: a vulnerable server on Lantern's own tables. Not for any other use. */
export async function startCareless(databaseUrl: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 5 })
  pool.on('error', () => {})
  // Slow clients are never disconnected, and a few of them take all connections.
  const app = Fastify({ requestTimeout: 0, http: { headersTimeout: 0 }, forceCloseConnections: true })
  app.server.maxConnections = 200

  const page = (text: string) => `<!doctype html><title>Careless</title><h1>Careless</h1>${text}`
  app.get('/', (_request, reply) =>
    reply
      .type('text/html')
      .header('set-cookie', 'session=1')
      .send(page('<a href="/search?name=ada">Search</a><form action="/search"><input name="name"></form>')),
  )
  app.get<{ Querystring: { name?: string } }>('/search', ({ query }, reply) =>
    reply.type('text/html').send(page(`<p>Nobody is called ${query.name}.</p>`)),
  )
  const find = async (name: unknown) =>
    (await pool.query(`select id, first_name from patient where last_name = '${String(name)}' limit 20`)).rows
  app.get<{ Querystring: { search?: string } }>('/api/patients', async ({ query }) => ({
    items: await find(query.search),
  }))
  app.post<{ Body: { lastName?: string } }>('/api/patients/duplicates', async ({ body }) => ({
    items: await find(body.lastName),
  }))
  app.post('/api/auth/sign-in/email', () => ({}))
  app.get('/api/site', () => ({ hospitalName: 'Careless' }))

  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      await app.close()
      await pool.end()
    },
  }
}

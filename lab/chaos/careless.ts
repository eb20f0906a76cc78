// The control of every fault: a server on Lantern's own tables, as people write it in a hurry. Not for any other use.
import { randomBytes, randomInt, randomUUID, scrypt } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import Cursor from 'pg-cursor'

const url = process.env.DATABASE_URL
const pool = new pg.Pool({ connectionString: url, max: 10 })
pool.on('error', () => {})
pool.on('connect', (client) => client.on('error', () => {}))
const app = Fastify({ forceCloseConnections: true })

/** Reads from the replica if there is one, however far it lags. */
const copy = process.env.DATABASE_READ_URL
  ? new pg.Pool({ connectionString: process.env.DATABASE_READ_URL, max: 10 })
  : pool
copy.on('error', () => {})
app.get<{ Querystring: { search?: string } }>('/api/patients', async ({ query: { search = '' } }) => {
  const { rows } = await copy.query(
    `select id, first_name, last_name from patient where last_name like '%' || $1 || '%' order by last_name limit 20`,
    [search],
  )
  return { items: rows }
})
app.get<{ Params: { id: string } }>('/api/patients/:id', async ({ params }) => {
  const { rows } = await pool.query('select * from patient where id = $1', [params.id])
  return rows[0] ?? {}
})
app.get('/api/site', async () => (await pool.query('select name from hospital')).rows[0])

/** Takes a connection before the form has arrived, and holds it for as long as the sender takes. */
const held = new WeakMap<FastifyRequest, pg.PoolClient>()
app.addHook('onRequest', async (request) => {
  if (request.method === 'POST' && request.url === '/api/patients') held.set(request, await pool.connect())
})
const letGo = async (request: FastifyRequest) => {
  held.get(request)?.release()
  held.delete(request)
}
app.addHook('onResponse', letGo)
app.addHook('onRequestAbort', letGo)

/** Acknowledged before it is on disk, saved in two steps, and saved again on a retry. */
app.post<{ Body: Record<string, string> }>('/api/patients', async (request, reply) => {
  const { body } = request
  const id = randomUUID()
  await held.get(request)?.query('select 1')
  const save = async () => {
    await pool.query(
      `insert into patient (id, mrn_number, first_name, last_name, date_of_birth, gender, contact_number, address)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        id,
        randomInt(1e6, 2e9),
        body.firstName,
        body.lastName,
        body.dateOfBirth,
        body.gender,
        body.contactNumber,
        body.address,
      ],
    )
    await sleep(20)
    await pool.query(
      `insert into audit_entry (at, action, subject_id, patient_ids, address, request_id)
       values (now(), 'registerPatient', $1, array[$1::uuid], '127.0.0.1', 'none')`,
      [id],
    )
  }
  setTimeout(() => void save().catch(() => {}), 50)
  return reply.status(201).send({ id })
})

/** Holds a connection of the shared pool for as long as the reader takes. */
app.get('/api/patients/export', async (_request, reply) => {
  const client = await pool.connect()
  const cursor = client.query(
    new Cursor(`select repeat(first_name, 500) as row from patient, generate_series(1, 200)`),
  )
  async function* rows() {
    try {
      for (let batch = await cursor.read(100); batch.length > 0; batch = await cursor.read(100)) {
        yield `${batch.map((one: { row: string }) => one.row).join('\n')}\n`
      }
    } finally {
      client.release()
    }
  }
  return reply.type('text/csv').send(Readable.from(rows()))
})

const description = Array.from({ length: 4000 }, (_, index) => ({
  index,
  text: randomBytes(30).toString('hex'),
}))
/** Generated and compressed again for every request. */
app.get('/api/openapi.json', async (_request, reply) => {
  const text = JSON.stringify(description)
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
  return reply
    .type('application/json')
    .header('content-encoding', 'br')
    .send(brotliCompressSync(text, options))
})

const failures = new Map<string, number>()
const hash = promisify(scrypt) as (password: string, salt: string, length: number) => Promise<Buffer>
/** A lockout that an attacker can cause for everyone, and that counts every attempt. */
app.post<{ Body: { email: string; password: string } }>(
  '/api/auth/sign-in/email',
  async ({ body, ip }, reply) => {
    for (const key of [body.email, ip]) failures.set(key, (failures.get(key) ?? 0) + 1)
    if ((failures.get(body.email) ?? 0) > 10 || (failures.get(ip) ?? 0) > 60)
      return reply.status(429).send({})
    await hash(body.password, 'salt', 64)
    const isRight = body.password === 'lantern-demo-2026'
    return reply.status(isRight ? 200 : 401).send({})
  },
)
app.get('/api/auth/token', async () => ({ token: 'anything' }))

process.on('SIGTERM', () => process.exit())
const address = await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
console.log(`The careless server is ready at ${address}`)

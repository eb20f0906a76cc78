// The floor: Fastify and pg and nothing else. The same addresses as Lantern's, the same SQL, the same rows written.
import Fastify, { type FastifyRequest } from 'fastify'
import { connect } from '../server/db/connect.ts'
import { type Statement, statements } from './statements.ts'

const { pool } = connect(process.env.DATABASE_URL ?? '')
const today = process.env.BENCH_TODAY
const staffId = process.env.BENCH_STAFF

async function all(statement: Statement, given: Record<string, unknown>) {
  return (await pool.query(statement.text, statement.values(given))).rows
}

/** Four round trips: begin, the record, its audit entry with the idempotent reply, commit. */
async function written(statement: Statement, request: FastifyRequest<{ Body: Record<string, unknown> }>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query(statement.text, statement.values({ ...request.body, staffId }))
    const record = rows[0]
    const { text, values } = statements.leaveTraces
    await client.query(
      text,
      values({
        staffId,
        id: record.id,
        patientId: record.patientId ?? record.id,
        key: request.headers['idempotency-key'],
        reply: JSON.stringify(record),
      }),
    )
    await client.query('commit')
    return record
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const app = Fastify()
app.get('/api/appointments/queue', () => all(statements.today, { day: today }))
app.get('/api/beds', () => all(statements.beds, {}))
app.get<{ Querystring: { search: string } }>('/api/patients', async ({ query }) => {
  const items = await all(statements.search, { search: query.search })
  return { items }
})
app.get<{ Params: { id: string } }>('/api/patients/:id', async ({ params }) => {
  return (await all(statements.patient, { id: params.id }))[0]
})
app.post<{ Body: Record<string, unknown> }>('/api/patients', async (request, reply) => {
  return reply.status(201).send(await written(statements.register, request))
})
app.post<{ Body: Record<string, unknown> }>('/api/appointments', async (request, reply) => {
  return reply.status(201).send(await written(statements.book, request))
})
process.once('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
console.log(`The floor is ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)

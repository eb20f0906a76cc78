// Comparing two servers means nothing unless both do the same work: checked before each measurement.
import { deepStrictEqual } from 'node:assert'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Server } from '../../testbed/servers.ts'
import { booking, registration } from './hospitals/forms.ts'
import type { Call } from './load.ts'
import { nextNumber, type Pair } from './measure.ts'

/** How many different reads of a line are compared. */
const compared = 25

/** @throws if the floor answers a call differently from Lantern, or leaves different rows. */
export async function checkSame(pair: Pair, line: string, calls: Call[]): Promise<void> {
  const paths = [...new Set(calls.flatMap((call) => (call.kind === 'read' ? call.path : [])))]
  const token = await pair.desk.token()
  for (const path of paths.slice(0, compared)) {
    const [lantern, floor] = await Promise.all([
      answer(pair.lantern, path, token),
      answer(pair.floor, path, token),
    ])
    deepStrictEqual(floor, lantern, `${line}: the floor's answer to ${path} is not Lantern's.`)
  }
  const writes = calls.filter((call) => call.kind !== 'read')
  for (const kind of ['register', 'book'] as const) {
    const write = writes.find((call) => call.kind === kind)
    if (!write) continue
    const [lantern, floor] = [
      await written(pair, pair.lantern, write),
      await written(pair, pair.floor, write),
    ]
    deepStrictEqual(floor, lantern, `${line}: the floor does not write what Lantern writes.`)
  }
}

async function answer({ origin, name }: Server, path: string, token: string): Promise<unknown> {
  const answered = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!answered.ok) throw new Error(`${name} answered ${path} with ${answered.status}.`)
  return answered.json()
}

/** The response and the rows of a write, without values that differ from patient to patient. */
async function written(
  { hospital, desk }: Pair,
  { origin, name }: Server,
  write: Exclude<Call, { kind: 'read' }>,
) {
  const { sample, ownerUrl } = hospital
  const number = nextNumber()
  const [path, form] =
    write.kind === 'register'
      ? ['/api/patients', registration(sample, number)]
      : ['/api/appointments', booking(sample, number, write.inHours)]
  const key = randomUUID()
  const answered = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await desk.token()}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(form),
  })
  const body: unknown = await answered.json()
  if (answered.status !== 201) throw new Error(`${name}: ${answered.status} ${JSON.stringify(body)}`)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const audited = await client.query(
      `select action, outcome, cardinality(patient_ids) as patients, staff_id is not null as "isOfSomebody",
         array(select jsonb_object_keys(changes)) as changed, address, request_id is not null as "isTraced"
       from audit_entry where subject_id = $1`,
      [Object(body).id],
    )
    const kept = await client.query(
      `select length(request_hash) as hash, reply->>'id' = $2 as "isAnswer" from idempotent_reply where key = $1`,
      [key, Object(body).id],
    )
    return { keys: keysOf(body), audited: audited.rows, kept: kept.rows }
  } finally {
    await client.end()
  }
}

/** The names of all fields, including nested ones. */
function keysOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return null
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(fields.map(([name, field]) => [name, keysOf(field)]))
}

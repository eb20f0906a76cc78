import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { endpoints } from '../../../contract/nouns.ts'
import { holderOf, may, roles } from '../../../contract/permissions.ts'
import { startApp } from '../app.ts'
import { asQuery, pathOf } from '../client.ts'
import { givenCaseExamples, givenExamples, givenPeople } from '../every-example.ts'
import type { Example } from '../example.ts'
import { isPermission } from './checks.ts'
import { type FieldSchema, fieldsOf } from './fields.ts'
import { recordStatements } from './statements.ts'

// The audit entry of each change, and the statements of each call, written out a second time. After a change that is meant,
// `vitest run server/testing/walks/areas-of-rules -u` writes them anew, and the diff shows what PostgreSQL is asked.

const statements = recordStatements()
const app = await startApp()
afterAll(() => app.close())
afterAll(statements.stop)
const people = await givenPeople(app)
const examples = givenExamples(people)
const cases = givenCaseExamples(people)

const areas =
  /^\/(beds|units|admissions|appointments|appointment-series|inventory|purchase-orders|suppliers|storage-locations|allergies|medications|staff|me)(\/|$)|^\/patients\/\{id\}\/(allergies|medications|take-back-death)/

/** The kind of a value: '[null, text]', '{ ward: [text, text] }'. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(kindOf).join(', ')}]`
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value
  return `{ ${Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, one]) => `${name}: ${kindOf(one)}`)
    .join(', ')} }`
}

async function recorded(endpoint: Endpoint, by: Example['by'], sent: Partial<Example['request']> & object) {
  const { params, query, ...rest } = sent as Example['request'] & { headers?: Record<string, string> }
  const path = pathOf(endpoint, (params ?? {}) as Record<string, unknown>)
  const answer = await by.send(
    endpoint.method,
    path + asQuery((query ?? {}) as Record<string, unknown>),
    rest,
  )
  if (answer.status >= 300) throw new Error(`${endpoint.name}: ${answer.text}`)
  const [entry] = await app.asOwner<{ changes: unknown; subject_id: string | null; patients: number }>(
    `select changes, subject_id, cardinality(patient_ids) as patients from audit_entry
     where action = $1 and outcome = 'done' order by id desc limit 1`,
    [endpoint.name],
  )
  const about = entry?.subject_id ? 'of a record, ' : ''
  return `${about}${entry?.patients} patients: ${kindOf(entry?.changes ?? null)}`
}

/** A value that a field of a query takes. */
function valueFor({ enum: [first] = [], format, type, minimum, items, anyOf }: FieldSchema): unknown {
  if (items) return [valueFor(items)]
  if (anyOf?.[0]) return valueFor(anyOf[0])
  if (first !== undefined) return first
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000001'
  if (format === 'date') return '2026-11-23'
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 1, 1)
  return type === 'boolean' ? true : 'abc'
}

/** Reads by the example, and once with each field of its query alone; what is refused asks for nothing. */
async function readByEachField(endpoint: Endpoint, { by, request }: Example) {
  const { params, query = {} } = request as {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
  }
  const path = pathOf(endpoint, params ?? {})
  const fields = endpoint.query ? fieldsOf(endpoint.query).filter((field) => field.path.length === 1) : []
  await by.send(endpoint.method, path + asQuery(query))
  for (const field of fields) {
    const alone = { ...query, [field.path.join()]: valueFor(field.schema) }
    await by.send(endpoint.method, path + asQuery(alone))
  }
}

const audited: string[] = []

beforeAll(async () => {
  for (const endpoint of endpoints) {
    if (!areas.test(endpoint.path)) continue
    const make = examples[endpoint.name]
    if (!make) throw new Error(`${endpoint.name} has no example`)
    const example = await make()
    if (endpoint.kind === 'read') {
      await readByEachField(endpoint, example)
      continue
    }
    const { by, request, headers } = example
    audited.push(
      `${endpoint.name} ${await recorded(endpoint, by, { ...request, ...(headers && { headers }) })}`,
    )
    for (const [name, { permission }] of Object.entries(endpoint.cases ?? {})) {
      const who = roles.find((role) =>
        [endpoint.permission, permission].every((one) => !isPermission(one) || may(holderOf(role), one)),
      )
      const made = await cases[endpoint.name]?.[name]?.()
      if (!who || !made) throw new Error(`nobody does ${name} of ${endpoint.name}`)
      const { id, ...sent } = made
      audited.push(
        `${endpoint.name}, ${name} ${await recorded(endpoint, people[who], { params: { id }, ...sent })}`,
      )
    }
  }
}, 180_000)

test('what is on record of each change in the areas of rules', async () => {
  await expect(`${audited.join('\n')}\n`).toMatchFileSnapshot('said/audited.txt')
})

test.each(Object.keys(statements.areas))('what PostgreSQL is asked about %s', async (area) => {
  await expect(statements.of(area)).toMatchFileSnapshot(`said/statements/${area}.sql`)
})

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { endpoints } from '../../../contract/nouns.ts'
import { startApp } from '../app.ts'
import { type Answer, idempotent } from '../client.ts'
import { givenExamples, givenPeople, keptSignedIn } from '../every-example.ts'
import type { Example } from '../example.ts'
import { fingerprint } from '../fingerprint.ts'
import { readWholeOpenApi, takingAKeyAgain } from './checks.ts'

const app = await startApp()
afterAll(() => app.close())
const people = await givenPeople(app)
beforeEach(keptSignedIn(people))
const examples = givenExamples(people)
const writes = endpoints.filter(({ kind }) => kind !== 'read')

function send(endpoint: Endpoint, { by, request, headers }: Example, key: Record<string, string>) {
  return by.call(endpoint, request as never, { headers: { ...headers, ...key } })
}

async function exampleOf({ name }: Endpoint): Promise<Example> {
  const make = examples[name]
  if (!make) throw new Error(`${name} has no example`)
  return make()
}

function expectEqual(answers: readonly Answer[]) {
  const [first] = answers
  for (const answer of answers) {
    expect(answer.status, answer.text).toBe(first?.status)
    expect(answer.body).toEqual(first?.body)
    expect(answer.headers.get('etag')).toBe(first?.headers.get('etag'))
  }
}

const isReplayed = (answer: Answer) => answer.headers.get('idempotent-replayed') === 'true'

describe.each(writes)('$name', (endpoint) => {
  test('sent five times at once under one key, and once more, happens once and has one answer', async () => {
    const example = await exampleOf(endpoint)
    const { headers } = idempotent()
    const leftBy = () =>
      app.asOwner('select from audit_entry where action = $1 and staff_id is not distinct from $2', [
        endpoint.name,
        endpoint.permission === 'public' ? null : example.by.id,
      ])
    const before = await leftBy()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(endpoint, example, headers)))
    expect(answers[0]?.status, answers[0]?.text).toBe(endpoint.kind === 'create' ? 201 : 200)
    expectEqual(answers)
    expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(1)
    expect(await leftBy()).toHaveLength(before.length + 1)

    const written = await fingerprint(app)
    const again = await send(endpoint, example, headers)
    expect(isReplayed(again)).toBe(true)
    expectEqual([...answers, again])
    expect(await fingerprint(app)).toEqual(written)
  })

  test('sent five times at once under five keys, each is done or refused for a reason of its own', async () => {
    const example = await exampleOf(endpoint)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send(endpoint, example, idempotent().headers)),
    )
    expect(answers.filter(({ status }) => status < 300)).not.toEqual([])
    for (const { status, text } of answers) {
      expect(status, text).toBeLessThan(500)
      expect(text).not.toContain('Someone else was changing the same record')
    }
  })

  test('under a key that another request was sent with is refused, and changes nothing', async () => {
    const first = await exampleOf(endpoint)
    const { headers } = idempotent()
    expect((await send(endpoint, first, headers)).status).toBeLessThan(300)
    const others = endpoints.filter(({ name }) => name === 'addBed' || name === 'callNext')
    for (const other of [endpoint, ...others]) {
      const made = await exampleOf(other)
      const example = { ...made, by: first.by }
      // Two calls of the next patient are one request: nothing tells them apart.
      if (JSON.stringify(made.request) === JSON.stringify(first.request) && other === endpoint) continue
      const again = [other.name, () => send(other, example, headers)] as const
      expect(await takingAKeyAgain([again], () => fingerprint(app))).toEqual([])
    }
  })
})

test('OpenAPI tells of each endpoint whether it honours a key', async () => {
  interface Operation {
    operationId: string
    parameters?: { name: string; in: string; required?: boolean }[]
  }
  const { paths } = (await readWholeOpenApi(app)) as {
    paths: Record<string, Record<string, Operation>>
  }
  const honouring = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ parameters = [] }) =>
      parameters.some(({ name, in: where }) => where === 'header' && name === 'Idempotency-Key'),
    )
  expect(honouring.map(({ operationId }) => operationId).sort()).toEqual(
    writes.map(({ name }) => name).sort(),
  )
})

test('PostgreSQL had to end none of these calls for a deadlock', async () => {
  // A connection has told all that it counted once it is closed.
  await app.app.close()
  const [counted] = await app.asOwner<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  expect(counted?.deadlocks).toBe(0)
})

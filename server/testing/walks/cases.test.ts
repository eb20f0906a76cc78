import { afterAll, expect, test } from 'vitest'
import { wantsVersion } from '../../../contract/api/endpoint.ts'
import { endpoints } from '../../../contract/nouns.ts'
import { holderOf, may, roles } from '../../../contract/permissions.ts'
import { startApp } from '../app.ts'
import { pathOf } from '../client.ts'
import { givenCaseExamples, givenPeople } from '../every-example.ts'
import { fingerprint } from '../fingerprint.ts'
import { isPermission } from './checks.ts'

const app = await startApp()
afterAll(() => app.close())
const people = await givenPeople(app)

const examples = givenCaseExamples(people)

/** Every case with everybody who asks for it; `missing` is the permission that they lack. */
const cases = endpoints.flatMap((endpoint) =>
  Object.entries(endpoint.cases ?? {}).flatMap(([name, { permission, edits: isEdit }]) =>
    [...roles, null].map((role) => ({
      name: `${endpoint.name}, ${name}`,
      who: role ?? ('roleless' as const),
      endpoint,
      isEdit,
      missing: [endpoint.permission, permission].find(
        (one) => isPermission(one) && !may(role && holderOf(role), one),
      ),
      make: examples[endpoint.name]?.[name] ?? noExample,
    })),
  ),
)
const refused = cases.filter(({ missing }) => missing)
const allowed = cases.filter(({ missing }) => !missing)

test('every case has an example here, somebody who may ask for it and somebody who may not', () => {
  const names = new Set(cases.map(({ name }) => name))
  expect(cases.filter(({ make }) => make === noExample)).toEqual([])
  expect(names.size).toBeGreaterThan(0)
  expect(new Set(refused.map(({ name }) => name))).toEqual(names)
  expect(new Set(allowed.map(({ name }) => name))).toEqual(names)
})

test.each(refused)(
  '$name is refused to $who with $missing, changes nothing, and leaves an entry',
  async ({ endpoint, who, missing, make }) => {
    const { id, ...sent } = await make()
    const before = await fingerprint(app)
    const answer = await people[who].send(endpoint.method, pathOf(endpoint, { id }), sent)
    expect(answer.status, answer.text).toBe(403)
    expect(answer.problem).toMatchObject({ code: 'forbidden', permission: missing })
    expect(await fingerprint(app)).toEqual(before)
    const entries = await app.asOwner(
      `select from audit_entry where outcome = 'forbidden' and staff_id = $1 and action = $2 and subject_id = $3`,
      [people[who].id, endpoint.name, id],
    )
    expect(entries).toHaveLength(1)
  },
)

test.each(allowed)('$name is open to $who', async ({ endpoint, who, make }) => {
  const { id, ...sent } = await make()
  const answer = await people[who].send(endpoint.method, pathOf(endpoint, { id }), sent)
  expect(answer.status, answer.text).toBe(200)
})

test('OpenAPI tells every case with the permission that it takes', async () => {
  const document = (await app.visitor.send('GET', '/api/openapi.json')).text
  for (const { cases: declared = {} } of endpoints) {
    for (const [name, { summary, permission, edits }] of Object.entries(declared)) {
      expect(document).toContain(`${name} (${summary}): ${permission}.${edits ? ' Wants If-Match.' : ''}`)
    }
  }
})

async function noExample(): Promise<never> {
  throw new Error('the case has no example')
}

const edits = allowed.filter(({ isEdit }) => isEdit)

test.each(edits)(
  '$name by $who wants the version that it was made from, and is refused on a stale one',
  async ({ endpoint, who, make }) => {
    const { id, body, headers } = await make()
    const send = (version: Record<string, string> = {}) =>
      people[who].send(endpoint.method, pathOf(endpoint, { id }), { body, headers: version })
    const before = await fingerprint(app)
    for (const version of [undefined, { 'if-match': '*' }, { 'if-match': '"x"' }]) {
      expect((await send(version)).problem).toMatchObject({ status: 428, code: 'version_required' })
    }
    const stale = (await send({ 'if-match': '"999"' })).problem
    expect(stale).toMatchObject({ status: 412, code: 'stale_version', current: { id } })
    expect(await fingerprint(app)).toEqual(before)
    expect((await send(headers)).status).toBe(200)
    // Based on the record before the edit: refused for every role.
    expect((await send(headers)).problem).toMatchObject({ status: 412, current: { id } })
  },
)

test('a change of state needs no version, and is refused with a stale one', async () => {
  const changes = allowed.filter(({ isEdit, endpoint }) => !isEdit && wantsVersion(endpoint) === 'for edits')
  expect(changes.length).toBeGreaterThan(0)
  for (const { endpoint, who, make, name } of changes) {
    const { id, body } = await make()
    const send = (headers: Record<string, string>) =>
      people[who].send(endpoint.method, pathOf(endpoint, { id }), { body, headers })
    expect((await send({ 'if-match': '"999"' })).problem.code, name).toBe('stale_version')
    expect((await send({})).status, name).toBe(200)
  }
})

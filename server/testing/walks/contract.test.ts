import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { callNext } from '../../../contract/front-desk/appointments.ts'
import { endpoints, errorStatus } from '../../../contract/nouns.ts'
import { holderOf, may, roles } from '../../../contract/permissions.ts'
import { offerRoles, type StaffClient, signUp, startApp } from '../app.ts'
import { type Answer, anyParams, asQuery, pathOf } from '../client.ts'
import { givenExamples, givenPeople, keptSignedIn, someoneAllowed } from '../every-example.ts'
import type { Example } from '../example.ts'
import { fingerprint } from '../fingerprint.ts'
import {
  type BadTokens,
  givingLongPages,
  isPermission,
  openAgainstTheTable,
  openWithout,
  readWholeOpenApi,
  takingAnyBody,
  takingUnknownFields,
  targetOf,
} from './checks.ts'

let minutesAhead = 0
const app = await startApp({ clock: () => new Date(Date.now() + minutesAhead * 60_000) })
afterAll(() => app.close())
const people = await givenPeople(app)
beforeEach(keptSignedIn(people))
const examples = givenExamples(people)
const guarded = endpoints.filter(({ permission }) => permission !== 'public')
const writes = endpoints.filter(({ kind }) => kind !== 'read')
const withBody = endpoints.filter(({ method }) => method !== 'GET')
beforeEach(() => {
  minutesAhead = 0
})

test('every endpoint has an example here, so that a new one is held to all of this', () => {
  expect(Object.keys(examples).sort()).toEqual(endpoints.map(({ name }) => name).sort())
})

const audited = endpoints.filter(
  ({ kind, namesPatients, isWholeList, download }) =>
    kind !== 'read' || namesPatients || isWholeList || download,
)

const paged = endpoints.flatMap((endpoint) => {
  const fields = endpoint.query ? asProperties(endpoint.query) : {}
  const sorts = fields['sort']?.enum ?? [undefined]
  return fields['cursor'] ? sorts.map((sort) => ({ name: endpoint.name, endpoint, sort })) : []
})

test('there are lists with pages', () => {
  expect(new Set(paged.map(({ name }) => name)).size).toBeGreaterThan(3)
})

test.each(paged)(
  '$name sorted by $sort goes on from its own cursor, to the end',
  async ({ endpoint, sort }) => {
    const example = await exampleOf(endpoint)
    const { params } = asRecords(example)
    const ids: string[] = []
    let cursor: string | null | undefined
    let pages = 0
    while (cursor !== null && pages < 100) {
      const query = { limit: 3, ...(sort && { sort }), ...(cursor && { cursor }) }
      const answer = await example.by.send('GET', pathOf(endpoint, params) + asQuery(query))
      expect(answer.status, answer.text).toBe(200)
      const page = answer.body as { items: { id: string | number }[]; nextCursor: string | null }
      ids.push(...page.items.map(({ id }) => String(id)))
      cursor = page.nextCursor
      pages++
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect(pages).toBe(Math.max(1, Math.ceil(ids.length / 3)))
  },
)

const limited = endpoints.filter(({ query }) => query && 'limit' in asProperties(query))

test('whatever goes on from a cursor says how long its pages are', () => {
  expect(paged.filter(({ endpoint }) => !limited.includes(endpoint))).toEqual([])
})

test.each(limited)('$name gives no page longer than 200', async (endpoint) => {
  expect(await givingLongPages(endpoint, await exampleOf(endpoint))).toEqual([])
})

test.each(endpoints)(
  '$name refuses fields that nobody knows, answers as its schema says, with no field beyond it, and leaves exactly one audit entry, or none',
  async (endpoint) => {
    const example = await exampleOf(endpoint)
    const before = await fingerprint(app)
    expect(await takingUnknownFields(endpoint, example), 'in the body, or in the address').toEqual([])
    expect(await fingerprint(app), 'changed by what was refused').toEqual(before)

    const from = Date.now()
    const { answer, entries } = await auditOf(() => callExample(endpoint, example))
    const until = Date.now()
    expect(answer.status, answer.text).toBe(endpoint.kind === 'create' ? 201 : 200)
    expect(endpoint.reply.parse(answer.body)).toEqual(answer.body)

    // A confirmation gives one file of the export.
    const again = endpoint.name === 'downloadHospitalExport' ? await exampleOf(endpoint) : example
    const isRead = endpoint.kind === 'read'
    const entry = { action: endpoint.name, changes: { purpose: 'print' }, outcome: 'done' }
    expect(isRead ? await printed(endpoint, again) : [], 'printed').toMatchObject(isRead ? [entry] : [])

    expect(entries, 'on the trail').toHaveLength(audited.includes(endpoint) ? 1 : 0)
    const { patients, subject } = example
    for (const left of entries) {
      expect(left).toMatchObject({
        // Public endpoints do not ask who calls them.
        staff_id: endpoint.permission === 'public' ? null : example.by.id,
        action: endpoint.name,
        address: '127.0.0.1',
        subject_id: typeof subject === 'function' ? subject(answer.body) : subject,
        request_id: expect.stringMatching(/./),
        outcome: 'done',
      })
      expect(left.patient_ids.toSorted()).toEqual(
        (typeof patients === 'function' ? patients(answer.body) : patients).toSorted(),
      )
      // Changes are named; a read changes nothing, and a whole list or a file records its filter.
      const isFile = endpoint.download !== undefined && !endpoint.namesPatients
      const saysWhat = !isRead || endpoint.isWholeList || isFile
      expect(left.changes !== null).toBe(saysWhat)
      expect(left.at.getTime()).toBeGreaterThanOrEqual(from)
      expect(left.at.getTime()).toBeLessThanOrEqual(until)
    }
  },
)

/** Makes the call for a print, and returns its entries of the trail. */
async function printed(endpoint: Endpoint, example: Example): Promise<AuditRow[]> {
  const forPaper = { ...example, headers: { ...example.headers, 'lantern-purpose': 'print' } }
  return (await auditOf(() => callExample(endpoint, forPaper))).entries
}

test.each(endpoints.filter(({ kind }) => kind === 'edit'))(
  '$name leaves one audit entry when it shows somebody the record that another changed',
  async (endpoint) => {
    const example = await exampleOf(endpoint)
    const stale = { ...example, headers: { ...example.headers, 'if-match': '"999999"' } }
    const { answer, entries } = await auditOf(() => callExample(endpoint, stale))
    expect(answer.problem).toMatchObject({ status: 412, code: 'stale_version', current: expect.anything() })
    const { patients, subject } = example
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      staff_id: example.by.id,
      action: endpoint.name,
      subject_id: typeof subject === 'function' ? subject(answer.problem.current) : subject,
      patient_ids: typeof patients === 'function' ? patients(answer.problem.current) : patients,
      changes: null,
      address: '127.0.0.1',
      request_id: expect.stringMatching(/./),
      outcome: 'stale_version',
    })
  },
)

test.each(guarded)('$name is shut without a token that holds', async (endpoint) => {
  const tokens = await tokensThatDoNotHold()
  expect(await openWithout(app.visitor, endpoint, anyParams(), tokens)).toEqual([])
})

test.each(guarded)('$name is open to every role that the table names, and to no other', async (endpoint) => {
  expect(await openAgainstTheTable(people, endpoint, anyParams())).toEqual([])
})

test.each(endpoints.filter(({ permission }) => isPermission(permission)))(
  '$name answers 403 with the missing permission to every role without it, and to none, and tells the trail',
  async (endpoint) => {
    const { permission } = endpoint
    if (!isPermission(permission)) throw new Error('chosen wrongly')
    const without = roles.filter((role) => !may(holderOf(role), permission))
    for (const somebody of [people.roleless, ...without.map((role) => people[role])]) {
      const params = anyParams()
      const { answer, entries } = await auditOf(() =>
        somebody.send(endpoint.method, pathOf(endpoint, params)),
      )
      expect(answer.status).toBe(403)
      expect(answer.problem).toMatchObject({ code: 'forbidden', permission })
      expect(entries).toHaveLength(1)
      expect(entries[0]).toMatchObject({
        staff_id: somebody.id,
        action: endpoint.name,
        subject_id: endpoint.path.includes('{id}') ? params.id : null,
        patient_ids: endpoint.path.startsWith('/patients/{id}') ? [params.id] : [],
        changes: null,
        address: '127.0.0.1',
        outcome: 'forbidden',
      })
    }
  },
)

test('only what the contract calls public is open to everybody', async () => {
  for (const endpoint of endpoints.filter(({ permission }) => permission === 'public')) {
    const example = await exampleOf(endpoint)
    const address = pathOf(endpoint, asRecords(example).params)
    const answer = await app.visitor.send(endpoint.method, address, { body: example.request.body })
    expect(answer.status, endpoint.name).toBe(endpoint.kind === 'create' ? 201 : 200)
  }
  expect(endpoints.filter(({ permission }) => permission === 'public').map(({ name }) => name)).toEqual([
    'bookOnline',
    'cancelOnlineBooking',
    'confirmOnlineBooking',
    'listOnlineClinics',
    'listOnlineTimes',
    'readInvitation',
    'requestDemo',
    'readLogo',
    'readSite',
  ])
})

test('a token that expires is shut out from then on', async () => {
  const somebody = await app.signIn('receptionist')
  const me = guarded.find(({ name }) => name === 'readMe')
  if (!me) throw new Error('there is no readMe')
  minutesAhead = 4
  expect((await somebody.call(me)).status).toBe(200)
  minutesAhead = 6
  for (const endpoint of guarded) {
    const answer = await somebody.send(endpoint.method, pathOf(endpoint, anyParams()))
    expect(answer.status, endpoint.name).toBe(401)
  }
})

test.each(withBody)(
  '$name refuses a body over 256 kB, JSON that is none, and what is no JSON',
  async (endpoint) => {
    const somebody = someoneAllowed(people, endpoint)
    expect(await takingAnyBody(somebody, endpoint, { id: randomUUID() })).toEqual([])
  },
)

test('a write that finds nothing to change leaves no audit entry', async () => {
  // The examples leave people waiting, whom a call would find.
  let called = await people.doctor.call(callNext)
  while (called.status === 200) called = await people.doctor.call(callNext)
  await app.flushAudit()
  const before = await lastAuditId()
  for (const endpoint of writes) {
    const id = randomUUID()
    const headers = { 'if-match': '"1"' }
    const answer = await someoneAllowed(people, endpoint).send(endpoint.method, pathOf(endpoint, { id }), {
      headers,
    })
    expect(answer.status, endpoint.name).toBeGreaterThanOrEqual(400)
  }
  await app.flushAudit()
  expect(await auditSince(before)).toEqual([])
})

test.each([
  ['GET', '/api/nothing/here'],
  ['POST', '/api/patients/export'],
  ['PATCH', '/api/patients'],
  ['DELETE', '/api/patients'],
  ['GET', '/api/patients/%zz'],
  ['GET', '/api/%ff%fe'],
  ['GET', `/api/patients/${'a'.repeat(300)}`],
  ['GET', '/api/patients/not-a-uuid'],
  ['GET', '/api/appointments/days/yesterday'],
  ['GET', '/api/patients?limit=201'],
  ['GET', '/api/patients?page=0'],
  ['GET', '/api/patients?limit=20&limit=30'],
  ['POST', '/api/auth/token'],
  ['GET', '/api/auth/sign-out'],
  ['GET', '/api/auth/get-session'],
])('%s %s is refused with a problem', async (method, path) => {
  const answer = await people.admin.send(method, path, method === 'GET' ? {} : { body: {} })
  const { code, status, detail, type } = answer.problem
  expect(answer.status).toBe(status)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(type).toBe(`/api/docs#${code}`)
  expect(detail).toMatch(/\S/)
  expect(errorStatus).toHaveProperty(code, status)
})

describe('OpenAPI', async () => {
  interface Operation {
    operationId: string
    summary: string
    security?: object[]
    parameters?: { name: string; in: string; required?: boolean; schema: object }[]
    requestBody?: { content: { 'application/json': { schema: Record<string, unknown> } } }
    responses: Record<string, { description: string; content?: Record<string, { schema?: object }> }>
  }
  interface Document {
    openapi: string
    info: { title: string; version: string }
    /** For operations that say none. */
    security: object[]
    paths: Record<string, Record<string, Operation>>
    components: Record<string, Record<string, unknown>>
  }
  const document = (await app.visitor.send('GET', '/api/openapi.json')).body as Document
  const whole = (await readWholeOpenApi(app)) as Document

  test('is a whole 3.1 document: every reference leads somewhere, every operation has its own name', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: 'Lantern', version: expect.any(String) })
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    const names = operations.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    expect(names.sort()).toEqual(endpoints.map(({ name }) => name).sort())
    for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      expect(targetOf(reference ?? '', document), reference).toBeTypeOf('object')
    }
  })

  test.each(endpoints)('tells what $name takes and answers', (endpoint) => {
    const operation = whole.paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()]
    expect(operation?.operationId).toBe(endpoint.name)
    expect(operation?.summary).toBe(endpoint.summary)
    expect(operation?.security ?? document.security).toEqual(
      endpoint.permission === 'public' ? [] : [{ bearer: [] }],
    )
    const success = operation?.responses[endpoint.kind === 'create' ? '201' : '200']
    expect(success?.content?.[endpoint.download?.media ?? 'application/json']?.schema).toBeTypeOf('object')
    for (const [status, response] of Object.entries(operation?.responses ?? {})) {
      expect(response.description, status).toBeTypeOf('string')
    }
    const inPath = operation?.parameters?.filter((parameter) => parameter.in === 'path') ?? []
    const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(inPath.map(({ name }) => name)).toEqual(named)
    for (const parameter of inPath) expect(parameter.required).toBe(true)
    const inQuery = operation?.parameters?.filter((parameter) => parameter.in === 'query') ?? []
    expect(inQuery.length > 0).toBe(endpoint.query !== undefined)
    // Refusals that nearly every call can meet stand together.
    const everywhere: readonly number[] = [400, 401, 403, 404, 422, 503]
    for (const code of endpoint.errors ?? []) {
      const status = errorStatus[code]
      expect(Object.keys(operation?.responses ?? {})).toContain(
        everywhere.includes(status) ? 'default' : String(status),
      )
    }
  })

  test.each(endpoints.filter(({ body }) => body))(
    'tells that $name takes no field beyond its body',
    (endpoint) => {
      const operation = whole.paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()]
      const schema = operation?.requestBody?.content['application/json'].schema
      const forms = (schema?.['oneOf'] ?? schema?.['anyOf'] ?? [schema]) as { type?: string }[]
      // No body at all takes no field.
      const ofFields = forms.filter(({ type }) => type !== 'null')
      expect(ofFields).not.toEqual([])
      for (const form of ofFields) expect(form).toMatchObject({ type: 'object', additionalProperties: false })
    },
  )

  test('is tried at /api/docs/try', async () => {
    const page = await app.visitor.send('GET', '/api/docs/try')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    const scripts = [...page.text.matchAll(/src="([^"]+)"/g)].map(([, source]) => source ?? '')
    expect(scripts.length).toBeGreaterThan(0)
    for (const source of scripts) {
      const script = await app.visitor.send('GET', new URL(source, `${app.url}/api/docs/try`).pathname)
      expect(script.status, source).toBe(200)
    }
  })
})

function asProperties(query: z.ZodType): Record<string, { enum?: string[] }> {
  // Zod's own type is wider than what it writes for our fields.
  const schema = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  return (schema.properties ?? {}) as Record<string, { enum?: string[] }>
}

async function exampleOf(endpoint: Endpoint): Promise<Example> {
  const make = examples[endpoint.name]
  if (!make) throw new Error(`${endpoint.name} has no example`)
  return make()
}

function asRecords({ request }: Example) {
  const record = (value: unknown) => ({ ...(value as Record<string, unknown>) })
  return { params: record(request.params), query: record(request.query), body: record(request.body) }
}

function callExample(endpoint: Endpoint, { by, request, headers }: Example): Promise<Answer> {
  return by.call(endpoint, request as never, { headers: { ...headers } })
}

/** Every kind of token that must not open anything, each with why. */
async function makeTokensThatDoNotHold(): Promise<BadTokens> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const good = people.admin.token
  const [header = '', payload = '', signature = ''] = good.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  const { privateKey } = generateKeyPairSync('ed25519')
  const foreign = await new SignJWT(claims)
    .setProtectedHeader(JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg: string })
    .sign(createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })))
  const [key] = await app.asOwner<{ public_key: string }>('select public_key from jwks')
  const confused = await new SignJWT(claims)
    .setProtectedHeader({
      ...(JSON.parse(Buffer.from(header, 'base64url').toString()) as object),
      alg: 'HS256',
    })
    .sign(Buffer.from(key?.public_key ?? ''))
  const disabled = await deactivated()
  const signedOut = await leave(await app.signIn('admin'))
  return [
    ['no header', undefined],
    ['no scheme', good],
    ['another scheme', `Basic ${good}`],
    ['an empty token', 'Bearer '],
    ['no token at all', 'Bearer something'],
    ['not signed', `Bearer ${part({ alg: 'none' })}.${payload}.`],
    [
      'claims changed',
      `Bearer ${header}.${part({ ...claims, exp: Number(claims['exp']) + 600 })}.${signature}`,
    ],
    ['somebody else’s key', `Bearer ${foreign}`],
    ['our public key, as a shared secret', `Bearer ${confused}`],
    ['the session’s own token', `Bearer ${people.admin.cookie.split('=')[1]}`],
    ['a disabled account', `Bearer ${disabled.token}`],
    ['a session that was left', `Bearer ${signedOut.token}`],
  ]
}

let badTokens: ReturnType<typeof makeTokensThatDoNotHold> | undefined
function tokensThatDoNotHold() {
  badTokens ??= makeTokensThatDoNotHold()
  return badTokens
}

async function deactivated(): Promise<StaffClient> {
  const somebody = await signUp(app)
  await offerRoles(people.admin, somebody.id, ['admin'])
  await offerRoles(people.admin, somebody.id, ['admin'], false)
  return somebody
}

async function leave(somebody: StaffClient): Promise<StaffClient> {
  const { cookie } = somebody
  const left = await app.visitor.send('POST', '/api/auth/sign-out', { headers: { cookie }, body: {} })
  expect(left.status).toBe(200)
  return somebody
}

test('a refusal whose address names no record leaves its entry all the same, and holds up no other', async () => {
  const { entries } = await auditOf(async () => {
    await people.roleless.send('GET', '/api/patients/not-an-id')
    return people.roleless.send('GET', '/api/patients')
  })
  expect(entries).toMatchObject([
    { action: 'readPatient', subject_id: null, patient_ids: [], outcome: 'forbidden' },
    { action: 'listPatients', outcome: 'forbidden' },
  ])
})

/** Makes a call, and reads what it left in the trail. */
async function auditOf(act: () => Promise<Answer>): Promise<{ answer: Answer; entries: AuditRow[] }> {
  await app.flushAudit()
  const before = await lastAuditId()
  const answer = await act()
  await app.flushAudit()
  return { answer, entries: await auditSince(before) }
}

interface AuditRow {
  id: number
  at: Date
  staff_id: string | null
  action: string
  subject_id: string | null
  patient_ids: string[]
  changes: unknown
  address: string
  request_id: string
  outcome: string
}

async function lastAuditId(): Promise<number> {
  const [row] = await app.asOwner<{ id: number }>('select coalesce(max(id), 0) as id from audit_entry')
  return row?.id ?? 0
}

function auditSince(id: number): Promise<AuditRow[]> {
  return app.asOwner<AuditRow>(
    `select entry.*, coalesce(sight.patient_ids, entry.patient_ids) as patient_ids
     from audit_entry entry left join audit_sight sight on sight.id = sight_id
     where entry.id > $1 order by entry.id`,
    [id],
  )
}

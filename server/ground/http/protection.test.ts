import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../contract/nouns.ts'
import { registerPatient } from '../../../contract/people/registration.ts'
import { startApp } from '../../testing/app.ts'
import { type Answer, pathOf } from '../../testing/client.ts'
import { utcToday } from '../../testing/days.ts'
import { book, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenPatient, patientForm } from '../../testing/factories/patients/patients.ts'

const web = mkdtempSync(join(tmpdir(), 'lantern-web-'))
mkdirSync(join(web, 'assets'))
writeFileSync(join(web, 'index.html'), '<!doctype html><script nonce="__CSP_NONCE__">1</script>')
mkdirSync(join(web, 'public-pages'))
for (const page of ['home', 'teams', 'About', 'book']) {
  const text = '<!doctype html><meta content="__ORIGIN__/card"><script nonce="__CSP_NONCE__">1</script>'
  writeFileSync(join(web, `public-pages/${page}.html`), text)
}
writeFileSync(join(web, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
writeFileSync(join(web, 'assets/index-abc.js'), 'export {}')
writeFileSync(join(web, 'secret.txt'), 'not to be served')

const log: string[] = []
const app = await startApp({
  webDirectory: web,
  logger: {
    level: 'trace',
    stream: new Writable({
      write(line: Buffer, _encoding, done) {
        log.push(line.toString())
        done()
      },
    }),
  },
})
afterAll(async () => {
  await app.close()
  rmSync(web, { recursive: true })
})
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')

/** The headers that each response has for browsers; null if it must not have the header. */
const protective = {
  'access-control-allow-origin': null,
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'x-powered-by': null,
  server: null,
}

/** The headers of a response that are less strict than they must be. */
function openBy(answer: Pick<Answer, 'headers'>): string[] {
  const policy = policyOf(answer)
  const isStrict =
    policy['base-uri'] === "'none'" &&
    policy['frame-ancestors'] === "'none'" &&
    /^'(none|self)'$/.test(policy['default-src'] ?? '') &&
    !policy['script-src']?.includes('unsafe')
  return [
    ...Object.entries(protective).flatMap(([name, value]) =>
      answer.headers.get(name) === value ? [] : name,
    ),
    ...(isStrict ? [] : ['content-security-policy']),
  ]
}

function policyOf(answer: Pick<Answer, 'headers'>): Record<string, string> {
  const directives = (answer.headers.get('content-security-policy') ?? '').split(';').map((one) => one.trim())
  return Object.fromEntries(directives.map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]))
}

describe('headers', () => {
  test.each([
    ['the page', '/patients/some-patient'],
    ['a file of the page', '/assets/index-abc.js'],
    ['a reply', '/api/site'],
    ['a refusal', '/api/patients'],
    ['nothing', '/api/nothing'],
    ['the documentation', '/api/docs'],
    ['the documentation, to be tried', '/api/docs/try'],
  ])('on %s keep frames, guesses and other hosts out', async (_what, path) => {
    const answer = await app.visitor.send('GET', path, { headers: { origin: 'https://elsewhere.example' } })
    expect(openBy(answer)).toEqual([])
  })

  test.each([
    ['access-control-allow-origin', '*'],
    ['cross-origin-resource-policy', 'cross-origin'],
    ['strict-transport-security', 'max-age=60'],
    ['x-content-type-options', null],
    ['x-frame-options', 'SAMEORIGIN'],
    ['referrer-policy', 'unsafe-url'],
    ['x-powered-by', 'Fastify'],
    ['server', 'Lantern/0.1'],
    ['content-security-policy', null],
    ['content-security-policy', "default-src 'self'; base-uri 'none'"],
    ['content-security-policy', "default-src *; base-uri 'none'; frame-ancestors 'none'"],
    [
      'content-security-policy',
      "default-src 'self'; script-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    ],
  ])('of which one is careless are found: %s %s', async (name, value) => {
    const headers = new Headers((await app.visitor.send('GET', '/api/site')).headers)
    if (value === null) headers.delete(name)
    else headers.set(name, value)
    expect(openBy({ headers })).toEqual([name])
  })

  test.each(['/', '/api/site', '/api/patients', '/api/docs'])('forbid to frame %s', async (path) => {
    expect(policyOf(await app.visitor.send('GET', path))['frame-ancestors']).toBe("'none'")
  })

  test('of a page let only the scripts run that carry this answer’s own nonce', async () => {
    const pages = [await app.visitor.send('GET', '/'), await app.visitor.send('GET', '/opd-queue?search=x')]
    const nonces = pages.map((page) => {
      const policy = policyOf(page)
      const nonce = /'nonce-([^']+)'/.exec(policy['script-src'] ?? '')?.[1]
      expect(policy['script-src']).toBe(`'self' 'nonce-${nonce}'`)
      expect(policy).toMatchObject({ 'base-uri': "'none'", 'object-src': "'none'", 'connect-src': "'self'" })
      expect(page.text).toContain(`<script nonce="${nonce}">`)
      expect(page.text).not.toContain('__CSP_NONCE__')
      expect(Buffer.from(nonce ?? '', 'base64')).toHaveLength(16)
      return nonce
    })
    expect(nonces[0]).not.toBe(nonces[1])
  })

  test.each(endpoints)('forbid to store what $name answers, refusals too', async (endpoint) => {
    const path = pathOf(endpoint, { id: doctor.id, date: utcToday() })
    for (const client of [app.visitor, desk, await app.founder()]) {
      const answer = await client.send(endpoint.method, path)
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('let a browser keep files whose name has a hash, and ask again for the page', async () => {
    const file = await app.visitor.send('GET', '/assets/index-abc.js')
    expect(file.headers.get('cache-control')).toMatch(/immutable/)
    const page = await app.visitor.send('GET', '/')
    expect(page.headers.get('cache-control')).toBe('no-cache')
  })
})

describe('addresses', () => {
  test.each([
    '/assets/../secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/..%5csecret.txt',
    '/secret.txt',
    '//secret.txt',
    '/.git/config',
    '/assets/%00',
  ])('%s leads to no file outside the web app', async (path) => {
    const answer = await rawRequest(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(answer).not.toMatch(/not to be served|repositoryformatversion/)
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400|403|404) /)
  })

  test.each(['/api', '/api/', '/api/patient', '/assets', '/assets/', '/assets/gone.js'])(
    '%s never answers the page',
    async (path) => {
      const answer = await app.visitor.send('GET', path)
      expect(answer.problem).toMatchObject({ status: 404, code: 'not_found' })
    },
  )

  test.each(['TRACE', 'CONNECT', 'PROPFIND'])('nothing answers %s', async (method) => {
    const answer = await rawRequest(
      `${method} / HTTP/1.1\r\nHost: x\r\nX-Secret: mirrored\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).not.toMatch(/mirrored|^HTTP\/1\.1 2/)
  })

  test('a page takes no writes', async () => {
    expect((await app.visitor.send('POST', '/patients', { body: {} })).problem.status).toBe(404)
  })
})

describe('what is no request', () => {
  test.each([
    ['is no HTTP', 'hello\r\n\r\n'],
    ['has a broken header', 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n'],
    ['has headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX-Padding: ${'a'.repeat(40_000)}\r\n\r\n`],
    [
      'says two lengths',
      'POST /api/patients HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    [
      'says its length in two ways',
      'POST /api/patients HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('because it %s is answered with a problem, and the connection ends', async (_why, bytes) => {
    const answer = await rawRequest(bytes)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    expect(head).toContain('content-type: application/problem+json')
    for (const name of ['strict-transport-security', 'x-content-type-options', 'content-security-policy']) {
      expect(head.toLowerCase()).toContain(`\r\n${name}: `)
    }
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'malformed_request' })
  })
})

describe('refusals and logs', () => {
  const secrets = patientForm({
    firstName: 'Zephyrine',
    lastName: 'Quillfeather',
    email: 'zephyrine@secret.example',
    address: '7 Hidden Lane',
    allergies: 'Unobtainium',
    medicalHistory: 'Confidentialitis',
    contactNumber: '+44 7700 900123',
  })
  const telling = /zephyrine|quillfeather|hidden lane|unobtainium|confidentialitis|7700 ?900123/i
  const technical =
    /select |insert |update |constraint|column|postgres|node_modules|\.ts\b|\/work\/|at \w+ \(/i

  test('tell nothing of other patients, SQL or how the server is built', async () => {
    const patient = await givenPatient(desk, secrets)
    const date = utcToday()
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date, patientId: patient.id })
    const admin = await app.founder()
    const refusals = [
      await book(desk, { doctorId: doctor.id, date, time: booked.time }),
      await book(desk, { doctorId: doctor.id, date, patientId: patient.id }),
      await book(desk, { doctorId: desk.id, date }),
      await admin.send('DELETE', `/api/patients/${patient.id}`),
      await desk.send('POST', `/api/appointments/${booked.id}/undo`),
      await doctor.send('PUT', `/api/appointments/${booked.id}`, { body: { status: 'COMPLETED' } }),
      await desk.send('PUT', `/api/patients/${patient.id}`, { body: secrets }),
      await app.visitor.send('GET', `/api/patients/${patient.id}`),
      await (await app.signIn('inventory_manager')).send('GET', `/api/patients/${patient.id}`),
    ]
    for (const refusal of refusals) {
      expect(refusal.status).toBeGreaterThanOrEqual(400)
      expect(refusal.status).toBeLessThan(500)
      expect(refusal.problem.detail).toMatch(/^[A-Z].*\.$/)
      expect(refusal.text).not.toMatch(telling)
      expect(refusal.text).not.toMatch(technical)
    }
  })

  test('say only that something failed when something did, and the log says what, without the patient', async () => {
    await app.asOwner(
      `alter table patient add constraint planted check (last_name <> 'Quillfeather') not valid`,
    )
    log.length = 0
    const failed = await desk.call(registerPatient, { body: secrets })
    await app.asOwner('alter table patient drop constraint planted')
    expect(failed.status).toBe(500)
    expect(failed.problem).toEqual({
      type: '/api/docs#internal',
      title: 'internal',
      status: 500,
      code: 'internal',
      detail: `Something went wrong on our side. Nothing was changed. The error has been logged. Its number for your IT support: ${failed.headers.get('x-request-id')}.`,
    })
    const said = log.join('')
    expect(said).toContain('planted')
    expect(said).not.toMatch(telling)
  })

  test('the log tells of a value that PostgreSQL could not read that there was one, and not which', async () => {
    // A planted trigger with a cast that fails, as a fault of ours would.
    await app.asOwner(`
      create function planted() returns trigger language plpgsql as $$
      begin perform new.last_name::int; return new; end $$`)
    await app.asOwner(
      `create trigger planted before insert on patient for each row execute function planted()`,
    )
    log.length = 0
    const failed = await desk.call(registerPatient, { body: secrets })
    await app.asOwner('drop function planted cascade')
    expect(failed.status).toBe(500)
    const said = log.join('')
    expect(said).toContain('22P02')
    expect(said).not.toMatch(telling)
  })

  test('no log line of a whole day’s work names a patient, not even their address on the server', async () => {
    log.length = 0
    const patient = await givenPatient(desk, secrets)
    await desk.send('GET', `/api/patients?search=${secrets.lastName}`)
    await desk.send('GET', `/api/patients/${patient.id}`)
    await desk.send('GET', '/api/patients/export?search=Zephyrine')
    await desk.send('PUT', `/api/patients/${patient.id}`, { body: { ...secrets, gender: 'NONE' } })
    expect(log.join('')).not.toMatch(telling)
  })
})

describe('the server’s own database account', async () => {
  const client = new pg.Client({ connectionString: app.database.appUrl })
  await client.connect()
  afterAll(() => client.end())

  test.each([
    `update audit_entry set action = 'nothing'`,
    'delete from audit_entry',
    'truncate audit_entry',
    'update appointment_status_change set by_staff_id = null',
    'delete from appointment_status_change',
    'truncate appointment_status_change',
    'update server_secret set value = $$x$$',
    'delete from migration',
    'alter table patient add column planted text',
    'alter table appointment disable trigger all',
    'drop index appointment_one_per_doctor_slot',
    'drop trigger staff_last_admin on staff',
    'drop table patient cascade',
    'create table planted (id int)',
    'create function planted() returns int language sql return 1',
    'set session_replication_role = replica',
    'create role planted superuser',
  ])('may not: %s', async (statement) => {
    await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner|Only roles with/)
  })

  test('may add to the trail', async () => {
    await client.query(`insert into audit_entry (action) values ('planted')`)
  })
})

/** Sends bytes that no HTTP client would send, and returns the raw response. */
async function rawRequest(bytes: string): Promise<string> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  return text(socket)
}

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { endpoints as all } from '../../../contract/nouns.ts'
import { listPatients, readPatient } from '../../../contract/people/patients.ts'
import { registerPatient } from '../../../contract/people/registration.ts'
import { readMe } from '../../../contract/people/staff.ts'
import { somebodyWaits } from '../../ground/db/time-limits.ts'
import { newAccount, sendSignIn, sendSignUp, startApp } from '../app.ts'
import { type Answer, createClient, idempotent } from '../client.ts'
import { givenExamples, givenPeople } from '../every-example.ts'
import type { Example } from '../example.ts'
import { givenPatient, patientForm } from '../factories/patients/patients.ts'
import { openLive } from '../live-stream.ts'
import { type CuttableLink, cuttableLink } from './cuttable-link.ts'
import { pausablePostgres } from './pausable-postgres.ts'

/** Without the export of the hospital, of which a confirmation gives one file, and which streams for longer than a call. */
const endpoints = all.filter(({ name }) => name !== 'downloadHospitalExport')

const postgres = await pausablePostgres()
const app = await startApp({ database: postgres.database })
const link: CuttableLink = await cuttableLink(app.database.appUrl)
/** Reaches the database only through the link, with a hospital's time limits; `app` reaches it directly. */
const cutOff = await startApp({
  on: app,
  databaseUrl: link.url,
  connections: 3,
  limits: somebodyWaits,
  hearing: { echoEvery: 200, deafAfter: 2000, believedFor: 4000 },
})
afterAll(async () => {
  postgres.resume()
  await link.mend()
  await cutOff.close()
  await link.close()
  await app.close()
})
const people = await givenPeople(app)
const makeExample = givenExamples(people)
const desk = createClient(cutOff.url, () => ({ authorization: `Bearer ${people.receptionist.token}` }))
const examples = new Map<Endpoint, Example>()

/** The longest time for an answer, in milliseconds, with one second for a busy machine. */
const longestAnswer = 3000 + 1000

/** How long as many calls at once take that ask the database nothing: on a busy machine, each answer waits for the others. */
async function allAtOnce(): Promise<number> {
  const begin = performance.now()
  await Promise.all(endpoints.map(() => cutOff.visitor.call(listPatients)))
  return performance.now() - begin
}

beforeAll(async () => {
  for (const endpoint of endpoints) {
    const example = await makeExample[endpoint.name]?.()
    if (!example) throw new Error(`${endpoint.name} has no example`)
    examples.set(endpoint, example)
  }
})
afterEach(() => healed())

function call(endpoint: Endpoint): Promise<Answer> {
  const example = examples.get(endpoint)
  const client = createClient(cutOff.url, () => ({ authorization: `Bearer ${example?.by.token}` }))
  return client.call(endpoint, (example?.request ?? {}) as never, { headers: { ...example?.headers } })
}

async function healed() {
  postgres.resume()
  await link.mend()
  await expect.poll(async () => (await desk.call(listPatients)).status, { timeout: 15_000 }).toBe(200)
}

/** Calls every endpoint at once, except those that share a few places by design, which are called in turn. */
async function callAll(): Promise<{ endpoint: Endpoint; answer: Answer; took: number }[]> {
  const timed = async (endpoint: Endpoint) => {
    const begin = performance.now()
    const answer = await call(endpoint)
    return { endpoint, answer, took: performance.now() - begin }
  }
  const lists = async () => {
    const told = []
    for (const endpoint of endpoints.filter(({ isWholeList }) => isWholeList))
      told.push(await timed(endpoint))
    return told
  }
  const others = endpoints.filter(({ isWholeList }) => !isWholeList).map(timed)
  return (await Promise.all([lists(), ...others])).flat()
}

describe.each([
  ['is gone', () => link.cut()],
  ['takes connections and does not answer', async () => link.goSilent()],
  ['loses whatever is sent, and ends nothing', async () => link.swallow()],
  ['is halted', async () => postgres.pause()],
])('while the database %s', (_how, lose) => {
  test('every endpoint says so within 3 seconds, and works by itself when it is back', {
    timeout: 90_000,
  }, async () => {
    // Read once, so that every cache is filled.
    for (const endpoint of endpoints.filter(({ kind }) => kind === 'read')) await call(endpoint)
    const longest = longestAnswer + (await allAtOnce())
    await lose()
    const atOnce = await callAll()
    // Requests without a query are answered until the server notices the loss.
    await expect.poll(async () => (await desk.call(readMe)).status, { timeout: 15_000 }).toBe(503)
    const noticed = await callAll()
    for (const { endpoint, answer, took } of [...atOnce, ...noticed]) {
      const { name } = endpoint
      expect(took, name).toBeLessThan(longest)
      if (answer.status === 200 && endpoint.kind === 'read') continue
      expect(answer.status, `${name}: ${answer.text}`).toBe(503)
      expect(answer.problem, name).toMatchObject({ code: 'database_unavailable' })
      expect(answer.problem.detail, name).toMatch(
        /^The database (can’t be reached right now|stopped answering)/,
      )
      expect(answer.headers.get('retry-after'), name).toBe('2')
    }
    for (const { endpoint, answer } of noticed) {
      expect(answer.problem.detail, endpoint.name).toBe(
        'The database can’t be reached right now. Nothing was changed. Try again in a moment.',
      )
    }
    const since = performance.now()
    await healed()
    for (const endpoint of endpoints.filter(({ kind }) => kind === 'read')) {
      // Whole lists have their own connections, which notice separately that they are dead.
      const timeout = Math.max(1, 15_000 - (performance.now() - since))
      await expect
        .poll(async () => (await call(endpoint)).status, { message: endpoint.name, timeout })
        .toBe(200)
    }
    expect((await givenPatient(desk)).version).toBe(1)
  })

  test('nobody signs in or up, and that is not taken for a wrong password', async () => {
    const account = newAccount()
    await sendSignUp(cutOff, account)
    await lose()
    const begin = performance.now()
    const cookie = { cookie: people.receptionist.cookie }
    const told = await Promise.all([
      sendSignIn(cutOff, account),
      sendSignUp(cutOff, newAccount()),
      cutOff.visitor.send('GET', '/api/auth/token', { headers: cookie }),
      cutOff.visitor.send('POST', '/api/auth/sign-out', { headers: cookie, body: {} }),
    ])
    expect(performance.now() - begin).toBeLessThan(longestAnswer)
    for (const answer of told) {
      expect(answer.problem).toMatchObject({ status: 503, code: 'database_unavailable' })
    }
    await healed()
    expect((await sendSignIn(cutOff, account)).status).toBe(200)
    await people.receptionist.renewToken()
  })
})

test('without a token the answer is the same as ever', async () => {
  await link.cut()
  expect((await cutOff.visitor.call(listPatients)).status).toBe(401)
  expect((await cutOff.visitor.send('GET', '/api/openapi.json')).status).toBe(200)
})

test('a read that was noted and not yet written is in the trail when the database is back', async () => {
  const { id } = await givenPatient(people.receptionist)
  expect((await desk.call(readPatient, { params: { id } })).status).toBe(200)
  await link.cut()
  await cutOff.flushAudit()
  await healed()
  await expect
    .poll(
      () =>
        app.asOwner(`select action from audit_entry where action = 'readPatient' and subject_id = $1`, [id]),
      {
        timeout: 15_000,
      },
    )
    .toEqual([{ action: 'readPatient' }])
})

test('an export that the database leaves half done breaks off, and gives its connection back', async () => {
  await app.asOwner(
    `insert into patient (mrn_number, first_name, last_name, date_of_birth, gender, contact_number, address, medical_history)
     select 100000 + n, 'First' || n, 'Last' || n, '1980-01-01', 'OTHER', '030' || n, 'Street', repeat('history ', 500)
     from generate_series(1, 4000) n`,
  )
  const headers = { authorization: `Bearer ${people.receptionist.token}`, 'accept-encoding': 'identity' }
  // More requests than there are connections.
  for (let times = 0; times < 5; times++) {
    const response = await fetch(`${cutOff.url}/api/patients/export`, { headers })
    const reader = response.body?.getReader()
    await reader?.read()
    await link.cut()
    const rest = async () => {
      let chunk = await reader?.read()
      while (chunk?.done === false) chunk = await reader?.read()
    }
    await expect(rest()).rejects.toThrow(/terminated|aborted|closed/)
    await healed()
  }
})

test('a form sent again with its key after the database was away makes one record', async () => {
  const key = idempotent()
  const body = patientForm({ lastName: `Patience ${key.headers['idempotency-key']}` })
  for (let round = 0; round < 3; round++) {
    const sent = desk.call(registerPatient, { body }, key)
    await link.cut()
    expect([201, 503]).toContain((await sent).status)
    await healed()
  }
  expect((await desk.call(registerPatient, { body }, key)).status).toBe(201)
  expect(await app.asOwner('select from patient where last_name = $1', [body.lastName])).toHaveLength(1)
})

test('an open stream is told to come back, and the next one says what is to be read again', async () => {
  // A stream whose account is unknown for longer than `believedFor` ends without a word, and a busy machine can take long.
  const believing = await startApp({
    on: app,
    databaseUrl: link.url,
    connections: 3,
    hearing: { echoEvery: 200, deafAfter: 2000, believedFor: 60_000 },
  })
  const stream = await openLive(believing.url, people.doctor, 'patients', 'beds')
  await link.cut()
  await givenPatient(people.receptionist)
  await healed()
  await expect.poll(() => stream.isOver, { timeout: 15_000 }).toBe(true)
  expect(stream.events.at(-1)?.kind).toBe('closing')
  const next = await openLive(believing.url, people.doctor, 'patients', 'beds')
  expect(next.asOf.patients).toBeGreaterThan(stream.asOf.patients ?? Number.POSITIVE_INFINITY)
  // The server can't know what it missed, so screens have to read everything again.
  expect(next.asOf.beds).toBeGreaterThan(stream.asOf.beds ?? Number.POSITIVE_INFINITY)
  next.close()
  await believing.close()
})

test('a role that was withdrawn while the database was away for one server is gone on it', async () => {
  const somebody = await app.signIn('receptionist')
  const there = createClient(cutOff.url, () => ({ authorization: `Bearer ${somebody.token}` }))
  expect((await there.call(listPatients)).status).toBe(200)
  await link.cut()
  await app.asOwner(`update staff set role = null, offered_roles = '{}' where id = $1`, [somebody.id])
  expect((await there.call(listPatients)).status).toBe(503)
  await link.mend()
  await expect.poll(async () => (await there.call(listPatients)).status, { timeout: 15_000 }).toBe(403)
})

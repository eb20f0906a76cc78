import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { errorStatus, Problem } from '../../contract/errors.ts'
import { offerRoles, type StaffClient, startApp } from './app.ts'
import { asQuery } from './client.ts'
import { givenPeople, somebodyWhoMay } from './examples.ts'
import { change, givenAppointment, givenPatient, utcToday } from './factories.ts'
import { type Known, type MadeUpCall, madeUpAccounts, madeUpCalls } from './fuzz.ts'

const requests = 20_000
const atOnce = 16
const seed = 20_261_121

const app = await startApp()
afterAll(() => app.close())
const people = await givenPeople(app)

test(`${requests} made-up requests are answered: never with a failure, and successes as the contract says`, {
  timeout: 180_000,
}, async () => {
  const known = await givenRecords()
  const calls = endpoints.flatMap((endpoint) =>
    fc.sample(madeUpCalls(endpoint, known), { seed, numRuns: Math.ceil(requests / endpoints.length) }),
  )
  expect(calls.length).toBeGreaterThanOrEqual(requests)
  const counts = new Map<string, number>()
  const faults: string[] = []
  // In turns over the endpoints, so that each meets what the others left.
  const order =
    fc.sample(fc.shuffledSubarray(calls, { minLength: calls.length }), { seed, numRuns: 1 })[0] ?? []
  const waiting = order.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const call of waiting) {
        const { status, fault } = await make(call)
        const kind = `${call.endpoint.name} ${Math.floor(status / 100)}xx`
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        if (fault) faults.push(`${fault}\n${JSON.stringify({ ...call, endpoint: call.endpoint.name })}`)
      }
    }),
  )
  expect(faults.slice(0, 5)).toEqual([])
  // Requests that are all refused would prove little.
  for (const { name } of endpoints) expect(counts.get(`${name} 2xx`) ?? 0, name).toBeGreaterThan(0)
  expect((await app.visitor.send('GET', '/api/site')).status).toBe(200)
})

test('made-up sign-ups and sign-ins are answered, never with a failure', { timeout: 60_000 }, async () => {
  const paths = ['sign-up/email', 'sign-in/email', 'sign-out', 'token']
  const bodies = fc.sample(madeUpAccounts, { seed, numRuns: 400 })
  const faults: string[] = []
  for (const [number, body] of bodies.entries()) {
    // The limits are tested elsewhere; here they would hide everything behind them.
    if (number % 20 === 0) await app.asOwner('delete from sign_in_limit')
    for (const path of paths) {
      const method = path === 'token' ? 'GET' : 'POST'
      const address = `/api/auth/${path}`
      const answer = await app.visitor.send(method, address, method === 'POST' ? { body } : {})
      const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json')
      if (answer.status >= 500 || (answer.status >= 400 && !isProblem)) {
        faults.push(`${path} ${answer.status} ${answer.text} ${body}`)
      }
    }
  }
  expect(faults.slice(0, 5)).toEqual([])
})

/** Makes a call, and says what is wrong with its answer, if anything is. */
async function make(call: MadeUpCall): Promise<{ status: number; fault: string | undefined }> {
  const { endpoint, params, query, body, headers } = call
  const somebody: StaffClient = somebodyWhoMay(people, endpoint)
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => inAddress(params[name]))
  const answer = await app.app.inject({
    method: endpoint.method,
    url: `/api${path}${queryOf(query)}`,
    headers: {
      authorization: `Bearer ${somebody.token}`,
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: body }),
  })
  const { statusCode: status, payload } = answer
  const say = (fault: string) => ({ status, fault: `${fault}: ${status} ${payload.slice(0, 300)}` })
  if (status >= 500) return say('failed')
  if (status >= 400) {
    const problem = Problem.safeParse(JSON.parse(payload))
    if (!problem.success || !(problem.data.code in errorStatus)) return say('refused without a known code')
    return { status, fault: undefined }
  }
  const value: unknown = endpoint.download ? payload : JSON.parse(payload)
  const fit = endpoint.reply.safeParse(value)
  if (!fit.success) return say(`does not fit its schema (${fit.error.message})`)
  return JSON.stringify(fit.data).length === JSON.stringify(value).length
    ? { status, fault: undefined }
    : say('has fields beyond its schema')
}

function inAddress(value: unknown): string {
  try {
    // An empty one would be the address of another endpoint.
    return encodeURIComponent(String(value)) || '%20'
  } catch {
    // A lone surrogate has no place in an address; its bytes can be sent all the same.
    return '%ED%A0%80'
  }
}

function queryOf(query: Record<string, unknown>): string {
  try {
    return asQuery(query)
  } catch {
    return '?search=%ED%A0%80'
  }
}

async function givenRecords(): Promise<Known> {
  const { receptionist: desk, doctor, admin, roleless } = people
  await offerRoles(admin, roleless.id, ['receptionist', 'doctor'])
  const known: Known = {
    patientId: [],
    appointmentId: [],
    doctorId: [doctor.id],
    // Nobody who makes calls here, because an edit can take the role away.
    staffId: [(await app.signIn('doctor')).id, (await app.signIn(null)).id],
    doomedPatientId: [],
  }
  for (let made = 0; made < 20; made++) {
    known.doomedPatientId.push((await givenPatient(desk)).id)
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date: utcToday() })
    if (made % 2) await change(desk, booked, { status: 'IN_QUEUE' })
    known.appointmentId.push(booked.id)
    known.patientId.push(booked.patientId)
  }
  return known
}

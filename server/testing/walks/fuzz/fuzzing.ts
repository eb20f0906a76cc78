import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Endpoint } from '../../../../contract/api/endpoint.ts'
import { Problem } from '../../../../contract/api/errors.ts'
import { undoAppointmentChange } from '../../../../contract/front-desk/appointments.ts'
import { readLogo } from '../../../../contract/hospital/hospital.ts'
import { endpoints, errorStatus } from '../../../../contract/nouns.ts'
import { endOtherSessions } from '../../../../contract/people/account.ts'
import { editStaffMember } from '../../../../contract/people/staff.ts'
import { draftLowStockPurchaseOrders } from '../../../../contract/store/purchase-orders.ts'
import { offerRoles, type StaffClient, type TestApp } from '../../app.ts'
import { asQuery } from '../../client.ts'
import { givenExamples, someoneAllowed } from '../../every-example.ts'
import type { Example, People } from '../../example.ts'
import { type KnownIds, type MadeUpCall, madeUpCalls } from './calls.ts'

/** A hospital and the people who make the calls. */
export interface Fuzzed {
  app: TestApp
  people: People
}

export const firstSeed = 20_261_121
const atOnce = 16

/** Makes up this many requests and fails if one gets a server error or a reply outside the contract. */
export async function expectAnswers(of: Fuzzed, requests: number, seed: number): Promise<void> {
  const examples = await givenCalls(of, Math.min(6, Math.ceil(requests / endpoints.length)))
  const calls = endpoints.flatMap((endpoint) =>
    fc.sample(madeUpCalls(endpoint, idsKnownAt(endpoint, examples), examples.get(endpoint) ?? []), {
      seed,
      numRuns: Math.ceil(requests / endpoints.length),
    }),
  )
  expect(calls.length).toBeGreaterThanOrEqual(requests)
  const counts = new Map<string, number>()
  const faults: string[] = []
  async function send(call: MadeUpCall) {
    const { status, fault } = await make(of, call)
    const kind = `${call.endpoint.name} ${Math.floor(status / 100)}xx`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (fault)
      faults.push(`${fault}\n${JSON.stringify({ ...call, by: undefined, endpoint: call.endpoint.name })}`)
  }
  const isUnmet = ({ name }: Endpoint) => !counts.has(`${name} 2xx`)
  // In turns over the endpoints, so that each meets what the others left.
  const order =
    fc.sample(fc.shuffledSubarray(calls, { minLength: calls.length }), { seed, numRuns: 1 })[0] ?? []
  // Once what is low is on order, no item of the examples can be deleted any more; nor a session be ended once all are.
  const sweeping: string[] = [draftLowStockPurchaseOrders.name, endOtherSessions.name]
  const isTooEarly = ({ endpoint }: MadeUpCall, place: number) =>
    sweeping.includes(endpoint.name) && place < order.length / 2
  const waiting = [
    ...order.filter(({ endpoint }) => isHurried(endpoint)),
    ...order.filter((call, place) => !isHurried(call.endpoint) && !isTooEarly(call, place)),
    ...order.filter((call, place) => isTooEarly(call, place)),
  ].values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const call of waiting) await send(call)
    }),
  )
  // A few requests to an endpoint may all be refused by chance, so it gets up to 50 more.
  for (const endpoint of endpoints.filter(isUnmet)) {
    const example = await givenExamples(of.people)[endpoint.name]?.()
    const fresh = example ? [example] : []
    const known = idsKnownAt(endpoint, new Map([[endpoint, fresh]]))
    const more = fc.sample(madeUpCalls(endpoint, known, fresh), { seed, numRuns: 50 })
    for (const call of more) if (isUnmet(endpoint)) await send(call)
  }
  expect(faults.slice(0, 5)).toEqual([])
  // Requests that are all refused would prove little.
  expect(endpoints.filter(isUnmet).map(({ name }) => name)).toEqual([])
  expect((await of.app.visitor.send('GET', '/api/site')).status).toBe(200)
}

const renewedAt = new WeakMap<StaffClient, number>()

/** A token lasts some minutes, and a busy machine needs more for all calls. */
async function renew(by: StaffClient): Promise<void> {
  const at = performance.now()
  if (at - (renewedAt.get(by) ?? startedAt) < 60_000) return
  renewedAt.set(by, at)
  // One of the calls may have ended the session.
  await by.renewToken().catch(() => {})
}
const startedAt = performance.now()

const hidden = /(?![\t\n])\p{Cc}|[\p{Cs}\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069]/u
/** JSON writes some of them in letters. In a file these letters are what somebody typed. */
const hiddenInJson = /(?<!\\)(\\\\)*\\(u00[01]|u[dD][89a-fA-F]|[bfr])/

/** Makes a call, and says what is wrong with its answer, if anything is. */
export async function make(
  { app, people }: Fuzzed,
  call: MadeUpCall,
): Promise<{ status: number; fault: string | undefined }> {
  const { endpoint, params, query, body, headers } = call
  const by = call.by ?? someoneAllowed(people, endpoint)
  await renew(by)
  const { token } = by
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => inAddress(params[name]))
  const answer = await app.app.inject({
    method: endpoint.method,
    url: `/api${path}${queryOf(query)}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: body }),
  })
  const { statusCode: status } = answer
  const payload = textOf(answer)
  const say = (fault: string) => ({ status, fault: `${fault}: ${status} ${payload.slice(0, 300)}` })
  if (status >= 500) return say('failed')
  if (status >= 400) {
    const problem = Problem.safeParse(JSON.parse(payload))
    if (!problem.success || !(problem.data.code in errorStatus)) return say('refused without a known code')
    return { status, fault: undefined }
  }
  const isBinary = /^image\/|zip/.test(endpoint.download?.media ?? '')
  const isHidden = endpoint.download
    ? !isBinary && hidden.test(payload.replaceAll(/^\uFEFF|\r\n/g, ''))
    : hidden.test(payload) || hiddenInJson.test(payload)
  if (isHidden) return say('answers what can’t be seen')
  const value: unknown = endpoint.download ? payload : JSON.parse(payload)
  const fit = endpoint.reply.safeParse(value)
  if (!fit.success) return say(`does not fit its schema (${fit.error.message})`)
  return JSON.stringify(fit.data).length === JSON.stringify(value).length
    ? { status, fault: undefined }
    : say('has fields beyond its schema')
}

/**
 * An act can be undone for 30 seconds, and a logo has its address until another is saved: such records are made last, and
 * their calls first.
 */
function isHurried({ name }: { name: string }): boolean {
  return name === undoAppointmentChange.name || name === readLogo.name
}

/** The answer's text, compressed or not. */
function textOf({ headers, rawPayload }: { headers: object; rawPayload: Buffer }): string {
  switch (Reflect.get(headers, 'content-encoding')) {
    case 'br':
      return brotliDecompressSync(rawPayload).toString()
    case 'zstd':
      return zstdDecompressSync(rawPayload).toString()
    case 'gzip':
      return gunzipSync(rawPayload).toString()
    default:
      return rawPayload.toString()
  }
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

/** This number of successful calls to each endpoint; each has made the records it needs. */
async function givenCalls({ app, people }: Fuzzed, times: number): Promise<Map<Endpoint, Example[]>> {
  const { admin, roleless } = people
  await offerRoles(admin, roleless.id, ['receptionist', 'doctor'])
  const make = givenExamples(people)
  // Nobody who makes calls here, because an edit can take the role away.
  const victims = [await app.signIn('doctor'), await app.signIn(null)]
  const calls = new Map<Endpoint, Example[]>()
  for (const endpoint of endpoints.toSorted(
    (one, other) => Number(isHurried(one)) - Number(isHurried(other)),
  )) {
    const made: Example[] = []
    for (let count = 0; count < times; count++) {
      const example = await make[endpoint.name]?.()
      if (!example) throw new Error(`${endpoint.name} has no example`)
      const victim = victims[count % victims.length]?.id
      const isOfStaff = endpoint.path === '/staff/{id}'
      made.push(isOfStaff ? { ...example, request: { ...example.request, params: { id: victim } } } : example)
    }
    calls.set(endpoint, made)
  }
  return calls
}

/** The ids that the calls name, by what they call them; those of a noun's addresses also serve its other addresses. */
function idsKnownAt(endpoint: Endpoint, calls: Map<Endpoint, Example[]>): KnownIds {
  const known: Record<string, Set<string>> = {}
  const note = (name: string, value: unknown) => {
    if (typeof value === 'string' && /^id$|Id$/.test(name)) (known[name] ??= new Set()).add(value)
  }
  for (const [of, examples] of calls) {
    for (const { request } of examples) {
      for (const part of [request.body, request.query]) {
        for (const [name, value] of Object.entries(Object(part) as object))
          if (name !== 'id') note(name, value)
      }
      // Deletions get records of their own, so that some are left for the others.
      const isShared =
        nounOf(of) === nounOf(endpoint) &&
        ![of.method, endpoint.method].includes('DELETE') &&
        // Nor can an edit deactivate those who the other calls are about.
        endpoint !== editStaffMember
      if (of === endpoint || isShared) {
        for (const [name, value] of Object.entries(Object(request.params) as object)) note(name, value)
      }
    }
  }
  return Object.fromEntries(Object.entries(known).map(([name, ids]) => [name, [...ids]]))
}

function nounOf({ path }: Endpoint): string | undefined {
  return path.split('/')[1]
}

import { afterAll, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { endpoints } from '../../../contract/nouns.ts'
import { openingBatch } from '../../../contract/store/stock.ts'
import { startApp } from '../app.ts'
import { type Answer, ifMatch, pathOf } from '../client.ts'
import { givenExamples, givenPeople } from '../every-example.ts'
import type { Example } from '../example.ts'
import { admit } from '../factories/admissions.ts'
import { givenBed } from '../factories/beds.ts'
import { givenItem, move } from '../factories/items.ts'
import { givenPatient } from '../factories/patients/patients.ts'
import { fingerprint } from '../fingerprint.ts'
import { findingSomething, takingIds } from './checks.ts'
import { isOfForm, valueAt, withAt } from './fields.ts'
import { type BadId, givenIds, isReferent, kindAt, type Reference, referencesOf } from './referents.ts'

const app = await startApp()
afterAll(() => app.close())
const people = await givenPeople(app)
const { admin, receptionist: desk, inventory_manager: keeper, doctor } = people
const examples = givenExamples(people)
const ids = await givenIds(app, people)

interface Way {
  make: () => Promise<Example>
  /** The fields are there for another of the endpoint's cases: in this one they take no id. */
  takesNone?: boolean
}

/** Every other way in which an endpoint takes ids, beside its example. */
const otherWays: Record<string, Record<string, Way>> = {
  moveStock: {
    receive: { make: () => movement({ kind: 'RECEIVE', quantity: 5, batchNumber: 'R-1' }) },
    'receive more of a batch': {
      make: () => movement({ kind: 'RECEIVE', quantity: 5, batchNumber: openingBatch }),
    },
    return: { make: returnFromPatient },
    adjust: { make: () => movement({ kind: 'ADJUST', counted: 105, onRecord: 100, reason: 'Counted' }) },
    dispose: { make: () => movement({ kind: 'DISPOSE', quantity: 5, cause: 'DAMAGED' }) },
  },
  changeBed: {
    discharge: { make: async () => bedChange(await bedInUse(), { status: 'AVAILABLE' }), takesNone: true },
    setMaintenance: { make: async () => bedChange(await bed(), { status: 'MAINTENANCE' }), takesNone: true },
    endMaintenance: {
      make: async () => bedChange(await bed('MAINTENANCE'), { status: 'AVAILABLE' }),
      takesNone: true,
    },
    describe: { make: async () => bedChange(await bed(), { notes: 'By the window' }), takesNone: true },
  },
}

const ways = endpoints.flatMap((endpoint) => {
  const references = endpoint.body ? referencesOf(endpoint.body) : []
  const make = examples[endpoint.name]
  if (references.length === 0 || !make) return []
  const all: [string, Way][] = [
    ['as in its example', { make }],
    ...Object.entries(otherWays[endpoint.name] ?? {}),
  ]
  return all.map(([way, how]) => ({ name: `${endpoint.name}, ${way}`, endpoint, references, ...how }))
})

test.each(endpoints.filter(({ body }) => body))(
  'every id in the body of $name says what it refers to',
  (endpoint) => {
    const silent = endpoint.body
      ? referencesOf(endpoint.body).filter(({ referent }) => !isReferent(referent))
      : []
    expect(silent.map(({ path }) => path.join('.'))).toEqual([])
  },
)

test('every form of every body is tried', async () => {
  for (const endpoint of new Set(ways.map((way) => way.endpoint))) {
    const made = await Promise.all(ways.filter((way) => way.endpoint === endpoint).map(({ make }) => make()))
    for (const reference of endpoint.body ? referencesOf(endpoint.body) : []) {
      const said = `${endpoint.name} ${JSON.stringify(reference)}`
      expect(
        made.some((example) => isOfForm(example.request.body, reference)),
        said,
      ).toBe(true)
    }
  }
})

test.each(ways)(
  '$name: refuses every id that is not what a field refers to, beside the field, and changes nothing',
  async ({ endpoint, make, takesNone, references }) => {
    let tried = 0
    for (const reference of references) {
      const example = await make()
      const { referent, path } = reference
      if (!isReferent(referent) || !isOfForm(example.request.body, reference)) continue
      const whole = takesNone ? example : await withGoodIds(example, references)
      await app.flushAudit()
      const before = await fingerprint(app)
      const bad = ids.badFor(referent)
      const sendWith = (id: string) => send(endpoint, whole, { body: withAt(whole.request.body, path, id) })
      expect(await takingIds(path.join('.'), bad, sendWith)).toEqual([])
      tried += bad.length
      expect(await fingerprint(app), path.join('.')).toEqual(before)
      // The refusal was for the id alone.
      const answer = await send(endpoint, whole)
      expect(answer.status, `${path.join('.')}: ${answer.text}`).toBeLessThan(300)
    }
    expect(tried).toBeGreaterThan(0)
  },
)

const withAddress = endpoints.filter(({ path }) => path.includes('{id}'))

test.each(withAddress)('$name answers 404 for what is not there, or no longer', async (endpoint) => {
  const example = await examples[endpoint.name]?.()
  if (!example) throw new Error(`${endpoint.name} has no example`)
  const room = endpoint.path.split('/')[1] ?? ''
  const nowhere = [...ids.leadingNowhere(kindAt[room]), ...(await deletedAt(`/${room}/{id}`))]
  await app.flushAudit()
  const before = await fingerprint(app)
  const sendTo = (id: string) => send(endpoint, example, { params: { id } })
  expect(await findingSomething(nowhere, sendTo)).toEqual([])
  await app.flushAudit()
  expect(await fingerprint(app)).toEqual(before)
  expect((await send(endpoint, example)).status).toBeLessThan(300)
})

/** A record that was at such an address until it was deleted there, where that can be done. */
async function deletedAt(path: string): Promise<BadId[]> {
  const deletion = endpoints.find((endpoint) => endpoint.method === 'DELETE' && endpoint.path === path)
  const example = deletion && (await examples[deletion.name]?.())
  if (!example) return []
  const answer = await send(deletion, example)
  expect(answer.status, answer.text).toBe(200)
  const { id, ...still } = answer.body as { id: string }
  // A record that is only cancelled is still there, and is returned.
  return Object.keys(still).length > 0 ? [] : [{ why: 'what was deleted there', id }]
}

function send(endpoint: Endpoint, example: Example, other: Example['request'] = {}): Promise<Answer> {
  const { params, body } = { ...example.request, ...other }
  const address = pathOf(endpoint, { ...(params as Record<string, unknown>) })
  return example.by.send(endpoint.method, address, {
    headers: { ...example.headers },
    ...(body !== undefined && { body }),
  })
}

/** The example with a good id in every field that takes one, so that those that may be left out are tried as well. */
async function withGoodIds(example: Example, references: readonly Reference[]): Promise<Example> {
  let { body } = example.request
  for (const reference of references) {
    const { path, referent } = reference
    if (!isReferent(referent) || !isOfForm(example.request.body, reference) || valueAt(body, path)) continue
    body = withAt(body, path, await ids.goodFor(referent, example))
  }
  return { ...example, request: { ...example.request, body } }
}

const called = (request: Example['request'], by = keeper): Example => ({
  by,
  request,
  patients: [],
  subject: null,
})

async function movement(body: object): Promise<Example> {
  const item = await givenItem(keeper)
  return called({ params: { id: item.id }, body })
}

async function returnFromPatient(): Promise<Example> {
  const [item, patient] = [await givenItem(keeper), await givenPatient(desk)]
  const issued = await move(keeper, item, { kind: 'ISSUE', quantity: 3, patientId: patient.id })
  const batchId = issued.body.movements[0]?.batchId
  const body = { kind: 'RETURN', quantity: 3, batchId, patientId: patient.id }
  return called({ params: { id: item.id }, body })
}

const bed = async (status: 'AVAILABLE' | 'MAINTENANCE' = 'AVAILABLE') =>
  (await givenBed(admin, { status })).id

async function bedInUse(): Promise<string> {
  return (await admit(desk, { bedId: await bed(), doctorId: doctor.id })).body.bedId
}

function bedChange(id: string, body: object): Example {
  return { ...called({ params: { id }, body }, admin), ...ifMatch({ version: 1 }) }
}

import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { endpoints } from '../../../contract/nouns.ts'
import { startApp } from '../app.ts'
import { asQuery, pathOf } from '../client.ts'
import { givenCaseExamples, givenExamples, givenPeople, someoneAllowed } from '../every-example.ts'
import { failingOn } from './checks.ts'
import { fittingFields } from './fuzz/calls.ts'

const app = await startApp()
afterAll(() => app.close())
const people = await givenPeople(app)
const examples = givenExamples(people)
const caseExamples = givenCaseExamples(people)

const withBody = endpoints.filter(({ body }) => body)
const cases = withBody.flatMap((endpoint) =>
  Object.entries(caseExamples[endpoint.name] ?? {}).map(([name, make]) => ({
    name: `${endpoint.name}, ready for ${name},`,
    endpoint,
    make,
  })),
)

test('every endpoint with cases is asked for parts of its body', () => {
  const asked = new Set(cases.map(({ endpoint }) => endpoint.name))
  expect([...asked].sort()).toEqual(
    withBody.flatMap(({ cases: declared, name }) => (declared ? [name] : [])).sort(),
  )
})

test.each(cases)('$name does or refuses what each one and each two of its fields ask for', async (asked) => {
  const { endpoint } = asked
  const { id, headers, body } = await asked.make()
  const by = someoneAllowed(people, endpoint)
  const send = (part: object) =>
    by.send(endpoint.method, pathOf(endpoint, { id }), { body: part, headers: { ...headers } })
  expect(await failingOn(partsOf(endpoint, body, 2), send)).toEqual([])
})

test.each(withBody)('$name does or refuses what each one of its fields asks for', async (endpoint) => {
  const example = await examples[endpoint.name]?.()
  if (!example) throw new Error(`${endpoint.name} has no example`)
  const { params, query, body } = example.request
  const address = pathOf(endpoint, { ...Object(params) }) + asQuery({ ...Object(query) })
  const send = (part: object) =>
    example.by.send(endpoint.method, address, { body: part, headers: { ...example.headers } })
  expect(await failingOn(partsOf(endpoint, body, 1), send)).toEqual([])
})

/** Every choice of at most `most` fields, with null and with valid values from the example or made up. */
function partsOf(endpoint: Endpoint, example: unknown, most: 1 | 2): object[] {
  if (!endpoint.body) throw new Error(`${endpoint.name} has no body`)
  const fields = fittingFields(endpoint.body, {}).map(([name, fitting]) => {
    const given: unknown = Reflect.get(Object(example), name)
    const madeUp = fc.sample(fitting, { seed: 11, numRuns: 2 })
    return [name, [null, ...(given === undefined ? madeUp : [given])]] as const
  })
  const single = fields.flatMap(([name, values]) => values.map((value) => ({ [name]: value })))
  if (most === 1) return [{}, ...single]
  return [
    {},
    ...single,
    ...single.flatMap((one, place) =>
      single.slice(place + 1).flatMap((other) => (isOther(one, other) ? [{ ...one, ...other }] : [])),
    ),
  ]
}

function isOther(one: object, other: object): boolean {
  return Object.keys(one)[0] !== Object.keys(other)[0]
}

import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { endpoints } from '../../../contract/nouns.ts'
import * as account from '../../../contract/people/sign-in.ts'
import { startApp } from '../app.ts'
import { asQuery, pathOf } from '../client.ts'
import { givenExamples, givenPeople, keptSignedIn } from '../every-example.ts'
import type { Example } from '../example.ts'
import { type Field, type FieldSchema, fieldsOf } from './fields.ts'

// Stands for every message of Zod's own, so that a missing message of ours is seen.
const zods = 'This is a sentence of Zod’s'
z.config({ localeError: () => zods })
afterAll(() => {
  z.config(z.locales.en())
})

const app = await startApp()
afterAll(() => app.close())
const people = await givenPeople(app)
beforeEach(keptSignedIn(people))
const make = givenExamples(people)
const made = new Map<Endpoint, Promise<Example>>()

/** Every schema of a request, with a valid value if there is one. */
const sent = endpoints.flatMap((endpoint) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema ? [{ name: `${endpoint.name} ${part}`, schema, fitting: () => partOf(endpoint, part) }] : []
  }),
)
const ofAccounts = Object.entries(account).flatMap(([name, schema]) =>
  schema instanceof z.ZodType ? [{ name, schema, fitting: () => Promise.resolve<unknown>({}) }] : [],
)

const provoked = new Set<string>()

test.each([...sent, ...ofAccounts])('$name is refused in our words alone', async ({ schema, fitting }) => {
  const wrong: string[] = []
  for (const value of wrongFor(schema, await fitting())) {
    for (const { code, path, message } of schema.safeParse(value).error?.issues ?? []) {
      provoked.add(code)
      if (!isOurs(message)) wrong.push(`${path.join('.')}: ${message}`)
    }
  }
  expect([...new Set(wrong)]).toEqual([])
})

test('every kind of fault was tried', () => {
  expect([...provoked].sort()).toEqual([
    'custom',
    'invalid_format',
    'invalid_type',
    'invalid_union',
    'invalid_value',
    'too_big',
    'too_small',
    'unrecognized_keys',
  ])
})

test.each(endpoints.filter(({ body }) => body))(
  '$name tells its fields’ faults in our words',
  async (endpoint) => {
    const { by, headers, request } = await exampleOf(endpoint)
    const address = pathOf(endpoint, { ...Object(request.params) }) + asQuery({ ...Object(request.query) })
    const places = Object.keys(Object(request.body)).map((name) => [name, { not: 'this' }])
    for (const body of [{ ...Object.fromEntries(places), unheardOf: 1 }, []]) {
      const { status, problem } = await by.send(endpoint.method, address, { headers: { ...headers }, body })
      const said = [problem.detail, ...(problem.errors ?? []).map(({ message }) => message)]
      expect({ status, theirs: said.filter((message) => !isOurs(message)) }).toEqual({
        status: 422,
        theirs: [],
      })
    }
  },
)

test('a schema that says nothing of its own is found', () => {
  const told = z.strictObject({ ward: z.enum(['ICU']) }, { error: () => zods }).safeParse(5)
  expect(told.error?.issues.map(({ message }) => isOurs(message))).toEqual([false])
  expect(isOurs('Invalid option: expected one of "ICU"|"GENERAL"')).toBe(false)
  expect(isOurs('Invalid input')).toBe(false)
})

function isOurs(message: string): boolean {
  return (
    message !== zods &&
    !/^(Invalid (?!email address)|Too (big|small)|Unrecognized|expected )|undefined|\bNaN\b|\bnull\b|\[object/.test(
      message,
    ) &&
    // The message names a field or says what to do.
    /^\p{Lu}.{5,}/u.test(message)
  )
}

async function partOf(endpoint: Endpoint, part: 'params' | 'query' | 'body'): Promise<unknown> {
  return (await exampleOf(endpoint)).request[part] ?? {}
}

/** A call that succeeds, made once for everything that is tried with it. */
function exampleOf(endpoint: Endpoint): Promise<Example> {
  const known = made.get(endpoint)
  if (known) return known
  const fresh = make[endpoint.name]?.() ?? Promise.reject(new Error(`${endpoint.name} has no example`))
  made.set(endpoint, fresh)
  return fresh
}

/** The whole value, and each place in it, with every value that could be wrong there. */
function* wrongFor(schema: z.ZodType, fitting: unknown): Generator<unknown> {
  yield* [undefined, null, 5, 'text', [], {}]
  for (const field of fieldsOf(schema)) {
    if (field.path.length === 0) continue
    const form = { ...Object(fitting), ...field.form }
    for (const value of wrongValues(field.schema)) yield withPlaced(form, field, value)
    yield withPlaced(form, { ...field, path: [...field.path.slice(0, -1), 'unheardOf'] }, 1)
  }
}

function wrongValues({ maxLength, minLength, minimum, maximum }: FieldSchema): unknown[] {
  const ofWrongKind = [
    undefined,
    null,
    true,
    5,
    {},
    [],
    [[]],
    ['x'],
    [{}],
    Array.from({ length: 1001 }, () => 'x'),
  ]
  const misread = [
    '+3d',
    'No such choice',
    '2026-02-30',
    '0001-01-01',
    '25:61',
    '2026-11-21T10:00',
    'x@',
    '=cmd()',
  ]
  const misspelt = ['', ' ', 'x', '\u0001', 'a\nb', 'Jo\u202e', '\ud800', 'x'.repeat(30_001)]
  const lengths = [(minLength ?? 1) - 1, (maxLength ?? 0) + 1].map((length) =>
    'x'.repeat(Math.max(0, length)),
  )
  const numbers = [-1, 0.0001, 1e308, Number.NaN, (minimum ?? 0) - 1, (maximum ?? 0) + 1]
  return [ofWrongKind, misread, misspelt, lengths, numbers].flat(1)
}

/** The value with `value` at a path, with the steps that lead there. */
function withPlaced(whole: unknown, { path }: Pick<Field, 'path'>, value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  const inner: unknown = Reflect.get(Object(whole), step)
  const placed = withPlaced(inner, { path: rest }, value)
  if (/^\d+$/.test(step)) return [placed]
  return { ...Object(whole), [step]: placed }
}

import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { endpoints } from '../../../contract/nouns.ts'
import { startApp } from '../app.ts'
import { type Answer, asQuery, pathOf } from '../client.ts'
import { givenExamples, givenPeople, keptSignedIn } from '../every-example.ts'
import type { Example } from '../example.ts'
import { givenItem } from '../factories/items.ts'
import { givenPatient } from '../factories/patients/patients.ts'
import { givenOrder } from '../factories/purchase-orders.ts'
import { fingerprint } from '../fingerprint.ts'

const app = await startApp()
afterAll(() => app.close())
const people = await givenPeople(app)
beforeEach(keptSignedIn(people))
const examples = givenExamples(people)
// No example of a list of the store, or of its orders, makes one.
await givenItem(people.inventory_manager)
await givenOrder(people.inventory_manager)

const searched = endpoints.filter(({ query }) => query && 'search' in propertiesOf(query))
const withBody = endpoints.filter(({ body }) => body)

test('there are lists that are searched', () => {
  expect(searched.length).toBeGreaterThan(3)
})

test.each(searched)('$name is searched for anything that can be typed', async (endpoint) => {
  const example = await exampleOf(endpoint)
  for (const search of oddSearches) {
    const answer = await send(endpoint, example, { query: { search } })
    expect(answer.status, `${JSON.stringify(search)}: ${answer.text}`).toBe(200)
  }
})

test.each(searched)('$name searched for nothing that can be seen is the whole list', async (endpoint) => {
  const example = await exampleOf(endpoint)
  const whole = await send(endpoint, example, { query: {} })
  for (const search of [' ', '\u200B', '\u2060\u00AD', '\u3164', '\u0301']) {
    expect((await send(endpoint, example, { query: { search } })).body, JSON.stringify(search)).toEqual(
      whole.body,
    )
  }
})

/** Texts with a meaning in patterns or in SQL. */
const patterns = [
  '%',
  '_',
  '%a%',
  '.*',
  '*',
  '\\\\',
  '[a-z]',
  'a|e',
  '^',
  '$',
  ':*',
  "' or '1'='1",
  "'; --",
  '$1',
]

test.each(searched)(
  '$name finds what is typed as it is typed, and takes none of it for a pattern',
  async (endpoint) => {
    const example = await exampleOf(endpoint)
    expect(rowsOf(await send(endpoint, example, { query: {} }))).not.toEqual([])
    for (const search of patterns) {
      const rows = rowsOf(await send(endpoint, example, { query: { search } }))
      expect(withoutIt(rows, search), search).toEqual([])
    }
  },
)

test.each([
  ['a pattern', `select last_name as row from patient where last_name ilike '%' || $1 || '%'`, ['%', '_']],
  [
    'a regular expression',
    'select last_name as row from patient where last_name ~* $1',
    ['.*', '[a-z]', 'a|e', '^'],
  ],
])('a list that takes what is typed for %s is found', async (_what, statement, taken) => {
  await givenPatient(people.receptionist, { lastName: 'Bartholomew' })
  for (const search of taken) {
    const rows = await app.asOwner<{ row: string }>(statement, [search])
    expect(
      withoutIt(
        rows.map(({ row }) => row),
        search,
      ),
      search,
    ).not.toEqual([])
  }
})

test('a list that puts what is typed into its statement is found', async () => {
  const found = (typed: string) =>
    app.asOwner<{ row: string }>(`select last_name as row from patient where last_name = '${typed}'`)
  const injected = "' or '1'='1"
  expect(patterns).toContain(injected)
  const rows = await found(injected)
  expect(
    withoutIt(
      rows.map(({ row }) => row),
      injected,
    ),
  ).not.toEqual([])
  expect(oddSearches).toContain("'")
  await expect(found("'")).rejects.toThrow('unterminated')
})

/** Rows in which what was typed does not stand. */
function withoutIt(rows: readonly string[], search: string): string[] {
  return rows.filter((row) => !search.split(' ').every((term) => row.includes(asIn(row, term))))
}

/** The rows of a list or an export, each as text. */
function rowsOf({ body }: Answer): string[] {
  if (typeof body === 'string') return body.split('\r\n').slice(1).filter(Boolean)
  const rows = Array.isArray(body) ? body : (body as { items: unknown[] }).items
  return rows.map((row) => JSON.stringify(row))
}

const asIn = (row: string, term: string) => (row.startsWith('{') ? JSON.stringify(term).slice(1, -1) : term)

test.each(withBody)('$name refuses half a character beside the field', async (endpoint) => {
  const example = await exampleOf(endpoint)
  const { body } = example.request
  for (const path of textsIn(body)) {
    const before = await fingerprint(app)
    const answer = await send(endpoint, example, { body: changedAt(body, path, (typed) => `${typed}\ud800`) })
    expect(answer.status, path.join('.')).toBe(422)
    expect(answer.problem.errors?.map((error) => error.path)).toContain(path.join('.'))
    expect(await fingerprint(app)).toEqual(before)
  }
})

test.each(withBody)('$name keeps nothing that can’t be seen, and reverses no text', async (endpoint) => {
  const { body } = (await exampleOf(endpoint)).request
  for (const path of textsIn(body)) {
    for (const character of ['\u0001', '\u0099', '\uFFFF', '\uFDD0', '\u{1FFFF}', '\u202E', '\u2067']) {
      const outcome = endpoint.body?.safeParse(changedAt(body, path, (typed) => `${typed}${character}x`))
      const where = `${path.join('.')} ${JSON.stringify(character)}`
      expect(
        outcome?.error?.issues.map((issue) => issue.path.join('.')),
        where,
      ).toContain(path.join('.'))
    }
  }
})

const empty = [
  '\u0085',
  '\u0099',
  '\uFFFF',
  '\u200B',
  '\u2060',
  '\uFEFF',
  '\u00AD',
  '\u3164',
  '\u2800',
  '\u180E',
  '\u200D\u200C',
  '\u202E',
]

test.each(withBody)('$name takes no text that looks empty for one that is there', async (endpoint) => {
  const example = await exampleOf(endpoint)
  const { body } = example.request
  for (const path of textsIn(body)) {
    const isRefused = async (typed: string) =>
      (await send(endpoint, example, { body: changedAt(body, path, () => typed) })).status === 422
    // A field that may be empty may also be blank, and is then saved as empty.
    if (!(await isRefused(''))) continue
    for (const typed of empty) {
      expect(await isRefused(typed), `${path.join('.')} ${JSON.stringify(typed)}`).toBe(true)
    }
  }
})

test('what Persian, Sinhala and emoji are written with stays as it was typed', async () => {
  for (const firstName of ['می\u200Cنا', 'ශ්\u200Dරී', '👩\u200D⚕\uFE0F', 'Anne\u00ADLiese']) {
    const patient = await givenPatient(people.receptionist, { firstName })
    expect(patient.firstName).toBe(firstName)
  }
})

const oddSearches =
  `, | , , | . | - | + | () | ' | " | '-- | \\ | \\\\ | % | _ | %%% | * | ? | / | @ | # | $$ | & | :* | <-> | [] | {} | ^ | ~ |
  \t | \n | \u0000 | \u001F | \u007F | \u200B | \u200D | \uFEFF | \u00AD | \u3164 | \u2800 | \u202E | \u0301 | a\u0301b |
  ß | ı | İ | ﷺ | ①②③ | ﬁ | 漢 | 👩🏽‍⚕️ | ก`
    .split(' | ')
    .concat(',', 'ﷺ', '1', '\u0301', '%')
    .flatMap((typed) => [typed, typed.repeat(Math.floor(100 / typed.length))])

type Path = (string | number)[]

/** The paths of the texts in a body. */
function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path]
  if (Array.isArray(value)) return value.flatMap((one, place) => textsIn(one, [...path, place]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, [...path, name]))
}

function changedAt(value: unknown, [step, ...path]: Path, change: (text: string) => string): unknown {
  if (step === undefined) return change(String(value))
  if (Array.isArray(value))
    return value.map((one, place) => (place === step ? changedAt(one, path, change) : one))
  const record = value as Record<string, unknown>
  return { ...record, [step]: changedAt(record[step], path, change) }
}

async function exampleOf(endpoint: Endpoint) {
  const example = await examples[endpoint.name]?.()
  if (!example) throw new Error(`${endpoint.name} has no example`)
  return example
}

/** An example's call with something in it changed. */
function send(
  endpoint: Endpoint,
  { by, request, headers }: Example,
  changed: { query?: object; body?: unknown },
): Promise<Answer> {
  const { params, query, body } = { ...request, ...changed }
  const address = pathOf(endpoint, { ...Object(params) }) + asQuery({ ...Object(query) })
  return by.send(endpoint.method, address, { headers: { ...headers }, body })
}

function propertiesOf(schema: z.ZodType): object {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}
}

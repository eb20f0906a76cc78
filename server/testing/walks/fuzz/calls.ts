import fc from 'fast-check'
import { z } from 'zod'
import type { Endpoint } from '../../../../contract/api/endpoint.ts'
import type { StaffClient } from '../../app.ts'
import type { Example } from '../../example.ts'
import { nastyDay, nastyName, nastyText, nastyValue } from './nasty.ts'

/** A call made up from a schema of the contract: it often fits, and is often wrong somewhere. */
export interface MadeUpCall {
  /** The owner of the record; without it, anybody who may make the call. */
  by?: StaffClient
  endpoint: Endpoint
  params: Record<string, unknown>
  query: Record<string, unknown>
  /** JSON, because some of what is to be tried has no value in JavaScript; undefined for none. */
  body: string | undefined
  headers: Record<string, string>
}

/** The part of JSON Schema that Zod writes. */
interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
}

/** Headers that programs in between add, change or get wrong. */
const nastyHeaders = {
  host: ['', ' ', 'x', 'localhost:99999', '[::1', 'a b', '../..', '%00', 'ж.рф', '=', 'x'.repeat(3000)],
  'accept-encoding': [
    '',
    '*',
    '*;q=0',
    'identity;q=0',
    'gzip;q=NaN',
    'zstd',
    'br, gzip',
    ';',
    ','.repeat(500),
  ],
  accept: ['', 'text/html', '*/*;q=0', 'application/json;q=x', ';;'],
  'accept-language': ['', '*', 'x'.repeat(300)],
  'if-none-match': ['*', '"1"', 'W/"'],
  'x-forwarded-for': ['', '::', '1.2.3.4, x', ','.repeat(500)],
  'x-forwarded-host': ['', 'evil.test', 'a b'],
  origin: ['null', 'http://', 'x'],
  range: ['bytes=0-', 'bytes=5-1', 'x'],
  'x-http-method-override': ['DELETE'],
}
const oddHeaders = fc.record(
  Object.fromEntries(
    Object.entries(nastyHeaders).map(([name, values]) => [name, fc.constantFrom(...values)]),
  ),
  { requiredKeys: [] },
)
const noHeaders: fc.Arbitrary<Record<string, string>> = fc.constant({})
/** Wrong tokens, and waiting-room links that were never issued. */
const wrongWaysIn: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc
    .constantFrom(
      '',
      'Bearer',
      'Bearer x',
      'Basic YTpi',
      `Bearer ${'e30.'.repeat(3)}`,
      `Bearer ${'A'.repeat(43)}`,
    )
    .map((authorization) => ({ authorization })),
  fc
    .constantFrom('', 'x', 'A'.repeat(43), '%00')
    .map((link) => ({ authorization: '', cookie: `lantern.display=${link}` })),
)
const ifMatches = [
  '"1"',
  '"1"',
  '"1"',
  '"2"',
  'W/"3"',
  '*',
  '"-1"',
  '"99999999999"',
  '',
  '"1", "2"',
  '"1',
  '"１"',
]
const keys = [
  'same',
  'x'.repeat(200),
  'x'.repeat(201),
  'two words',
  '',
  '\u00e9',
  ',',
  '"quoted"',
  '__proto__',
]

/** Ids of records that exist, by what a field or an address calls them, so that calls get past 'not found'. */
export type KnownIds = Record<string, string[]>

/** Makes up calls of an endpoint: from its schemas, and from calls of it that succeed. */
export function madeUpCalls(
  endpoint: Endpoint,
  known: KnownIds,
  examples: readonly Example[],
): fc.Arbitrary<MadeUpCall> {
  const fields = (schema: z.ZodType | undefined, part: keyof Example['request']) => {
    const given = examples.map(({ request }) => request[part]).filter((value) => value !== undefined)
    return schema ? likelyFields(asSchema(schema), known, given) : fc.constant<Record<string, unknown>>({})
  }
  const body = endpoint.body
    ? fc.oneof({ weight: 9, arbitrary: fields(endpoint.body, 'body') }, { weight: 1, arbitrary: nastyValue })
    : fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: nastyValue })
  const madeUp = fc.record({
    endpoint: fc.constant(endpoint),
    params: fields(endpoint.params, 'params'),
    query: fields(endpoint.query, 'query'),
    body: endpoint.method === 'GET' ? fc.constant(undefined) : body.map(asJson),
    headers: fc
      .tuple(
        fc.record(
          {
            'if-match': fc.constantFrom(...ifMatches),
            // A key that every call shares is refused after its first, which says little of the calls.
            'idempotency-key': fc.oneof(
              { weight: 8, arbitrary: fc.uuid() },
              { weight: 1, arbitrary: fc.constantFrom(...keys) },
            ),
          },
          { requiredKeys: endpoint.kind === 'edit' ? ['if-match'] : [] },
        ),
        fc.oneof(
          { weight: 16, arbitrary: noHeaders },
          { weight: 4, arbitrary: oddHeaders },
          { weight: 1, arbitrary: wrongWaysIn },
        ),
      )
      .map(([usual, odd]) => ({ ...usual, ...odd })),
  })
  const asWritten = fc.constantFrom(...examples).map(
    ({ by, request, headers = {} }): MadeUpCall => ({
      by,
      endpoint,
      params: { ...Object(request.params) },
      query: { ...Object(request.query) },
      body: asJson(request.body),
      headers,
    }),
  )
  return fc.oneof({ weight: 9, arbitrary: madeUp }, { weight: 1, arbitrary: asWritten })
}

/** Bodies made up from a schema, and from some that fit it. */
export function madeUpBodies(schema: z.ZodType, given: readonly unknown[]): fc.Arbitrary<unknown> {
  return likelyFields(asSchema(schema), {}, given)
}

function asSchema(schema: z.ZodType): Schema {
  // Zod's own type is wider than what it writes for our fields.
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
}

/** As a text, whatever it is: an object with a `toString` of its own is none to JavaScript. */
function inWords(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Every field that any form of a body has, with what fits it. */
export function fittingFields(body: z.ZodType, known: KnownIds): [name: string, fc.Arbitrary<unknown>][] {
  const schema = asSchema(body)
  const forms = schema.anyOf ?? schema.oneOf ?? [schema]
  return [...new Map(forms.flatMap((form) => fieldsOf(form, known)))]
}

function fieldsOf({ properties = {} }: Schema, known: KnownIds): [name: string, fc.Arbitrary<unknown>][] {
  return Object.entries(properties).map(([name, of]) => [name, likely(of, name, known)])
}

/** Mostly the fields that the schema names with values that fit; now and then one is wrong, missing or unknown. */
function likelyFields(
  schema: Schema,
  known: KnownIds,
  given: readonly unknown[] = [],
): fc.Arbitrary<Record<string, unknown>> {
  const properties = schema.properties ?? {}
  const fromSchema = fc.record(Object.fromEntries(fieldsOf(schema, known)), {
    requiredKeys: schema.required ?? [],
    noNullPrototype: true,
  })
  const fitting: fc.Arbitrary<Record<string, unknown>> =
    given.length > 0
      ? fc.oneof(
          { weight: 2, arbitrary: fromSchema },
          { weight: 1, arbitrary: fc.constantFrom(...given).map((value) => ({ ...Object(value) })) },
        )
      : fromSchema
  const names = Object.keys(properties)
  const days = names.filter((name) => /date|day|moment|since|^from$|^to$/i.test(name))
  const misdated = fc
    .tuple(fitting, fc.constantFrom(...days, 'unknown'), nastyDay)
    .map(([record, name, value]) => ({ ...record, [name]: value }))
  const spoiled = fc
    .tuple(fitting, fc.constantFrom(...names, 'unknown'), nastyValue)
    .map(([record, name, value]) => ({ ...record, [name]: value }))
  // Texts that begin well and go on badly.
  const prolonged = fc
    .tuple(fitting, fc.constantFrom(...names, 'unknown'), nastyText)
    .map(([record, name, more]) => ({ ...record, [name]: `${inWords(record[name])}${more}` }))
  const incomplete = fc
    .tuple(fitting, fc.constantFrom(...names, 'unknown'))
    .map(([record, name]) => Object.fromEntries(Object.entries(record).filter(([field]) => field !== name)))
  const few = fc
    .tuple(
      fc.record(Object.fromEntries(fieldsOf(schema, known))),
      fc.subarray(names, { maxLength: Math.min(2, names.length) }),
    )
    .map(([record, kept]) => Object.fromEntries(kept.map((name) => [name, record[name]])))
  const surplus = fc
    .tuple(fitting, nastyName, nastyValue)
    // An own property even when its name is __proto__.
    .map(([record, name, value]) => Object.fromEntries([...Object.entries(record), [name, value]]))
  return fc.oneof(
    { weight: 5, arbitrary: fitting },
    { weight: 3, arbitrary: spoiled },
    { weight: 2, arbitrary: prolonged },
    { weight: days.length > 0 ? 2 : 0, arbitrary: misdated },
    { weight: 1, arbitrary: incomplete },
    { weight: 1, arbitrary: few },
    { weight: 1, arbitrary: surplus },
  )
}

function likely(schema: Schema, name: string, known: KnownIds): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  // Few texts fit here: what the server gave, or nothing.
  if (name === 'cursor' || name === 'mrn') {
    const none = fc.constant(undefined)
    return fc.oneof({ weight: 4, arbitrary: none }, { weight: 1, arbitrary: cursor(known) })
  }
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => likely(choice, name, known)))
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: Math.ceil(schema.minimum ?? 1), max: Math.min(schema.maximum ?? 50, 50) }),
        fc.constant(schema.maximum ?? 1),
        fc.constantFrom(0.001, 0.01, 0.1 + 0.2, (schema.maximum ?? 1) - 1),
      )
    case 'array':
      return fc.array(likely(schema.items ?? {}, name, known), { maxLength: 5 })
    case 'object':
      return likelyFields(schema, known)
    default:
      return likelyText(schema, name, known)
  }
}

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2190-01-01'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10))
const soon = fc.integer({ min: 0, max: 3 }).map((days) => {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
})
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hours, minutes]) => `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`)

const punctuation = fc.constantFrom(...' ,.;:\'"`´()[]{}<>%_\\/|&!?*+-=~^@#$\u200B\u0301')

/** JSON Schema doesn't say what a refined text looks like; the field's name does. */
function likelyText(schema: Schema, name: string, known: KnownIds): fc.Arbitrary<string> {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(schema.maxLength ?? 40, 40) })
  if (schema.format === 'uuid' || schema.format === 'guid' || /^id$|Id$/.test(name)) {
    const ids = known[name] ?? []
    const some = ids.length > 0 ? fc.constantFrom(...ids) : fc.uuid()
    return fc.oneof({ weight: 9, arbitrary: some }, { weight: 1, arbitrary: fc.uuid() })
  }
  if (name === 'date') return fc.oneof(soon, day)
  if (schema.format === 'date' || /^(dateOfBirth|from|to)$|Since$/.test(name)) return day
  if (name === 'time') return time
  if (schema.format === 'email' || name === 'email') return fc.emailAddress({ size: 'small' })
  if (name === 'contactNumber')
    return fc.integer({ min: 0, max: 999_999_999 }).map((number) => `+49 ${number}`)
  if (name === 'status') return fc.constantFrom('SCHEDULED', 'IN_QUEUE,IN_PROGRESS', 'CANCELLED')
  if (name === 'search')
    return fc.oneof(text, fc.constantFrom('MRN1', 'a', '49'), fc.string({ unit: punctuation }), nastyText)
  return text
}

/** Cursors look like ours, with values of every kind in every place. */
function cursor(known: KnownIds): fc.Arbitrary<string> {
  const value = fc.oneof(
    nastyText,
    nastyDay,
    fc.double(),
    ...(known['patientId']?.length ? [fc.constantFrom(...known['patientId'])] : []),
    day,
    time,
    fc.constant(1001),
  )
  return fc
    .array(value, { minLength: 1, maxLength: 3 })
    .map((values) => Buffer.from(JSON.stringify(values)).toString('base64url'))
}

function asJson(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value)
}

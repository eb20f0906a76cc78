import { z } from 'zod'
import type { Endpoint } from '../../../../contract/api/endpoint.ts'
import { isKeptBack, isOnlyFor } from '../../../../contract/api/only-for.ts'
import { PageQuery } from '../../../../contract/api/page.ts'
import { refersTo } from '../../../../contract/api/references.ts'
import { schemasOfNouns } from '../../../../contract/nouns.ts'

/** Words for what a file of the contract promises, so that a test can compare them with the words of the last version. */

type Schema = z.core.JSONSchema.JSONSchema
const nameOf = new Map(schemasOfNouns().map(([name, schema]) => [schema as z.core.$ZodType, name]))

export function describedFile(file: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(file).flatMap(([name, exported]) => {
    if (typeof exported === 'function' || name === 'auditWords') return []
    if (exported instanceof z.ZodType) return [`${name}: ${shapeOf(exported, 'output', true)}`]
    if (isEndpoint(exported)) return ['', ...describedEndpoint(exported)]
    return [`${name} = ${constantOf(exported)}`]
  })
}

function isEndpoint(exported: unknown): exported is Endpoint {
  return typeof exported === 'object' && exported !== null && 'method' in exported && 'reply' in exported
}

/** A schema within a constant, such as the record of a scope, is named. Summaries are left out, because they may change. */
const constantOf = (constant: unknown) =>
  JSON.stringify(constant, (key, value) => {
    if (value instanceof z.ZodType) return nameOf.get(value) ?? shapeOf(value, 'input')
    return key === 'summary' ? undefined : value
  })

function describedEndpoint({ name, method, path, params, query, body, reply, ...more }: Endpoint): string[] {
  return [
    `${name} = ${method} ${path} ${constantOf(more)}`,
    ...(params ? [`  params ${shapeOf(params, 'input')}`] : []),
    ...(query ? ['  query', ...fieldsOf(query)] : []),
    ...(body ? ['  body', ...fieldsOf(body)] : []),
    `  reply ${shapeOf(reply, 'output')}`,
  ]
}

const long = 'x'.repeat(10_000)
/** The values that each field of a request is tried with; undefined leaves it out. */
const tried = [undefined, null, '', ' x ', 'x\ny', long, 0, -1, 1.2345, 1e12, 2, true, [], ['x'], { x: 1 }]

/** Each field of a request: its type, and the messages for other values. */
function fieldsOf(schema: z.ZodType): string[] {
  const whole = jsonOf(schema, 'input')
  const ways = whole.anyOf ?? whole.oneOf ?? [whole]
  const sentences = (input: unknown) => schema.safeParse(input).error?.issues ?? []
  return [
    ...sentences({}).map(({ path, message }) => `    without ${path.join('.') || 'anything'} → ${message}`),
    ...sentences({ x: 1 }).flatMap(({ code, message }) =>
      code === 'unrecognized_keys' ? [`    with something else → ${message}`] : [],
    ),
    ...ways.flatMap((way) => {
      const fields = Object.entries((way as Schema).properties ?? {}) as [string, Schema][]
      const fixed = Object.fromEntries(
        fields.flatMap(([field, { const: only }]) => (only === undefined ? [] : [[field, only]])),
      )
      return fields.flatMap(([field, known]) => {
        if (field in PageQuery.shape) return []
        const said = tried.flatMap((value) =>
          sentences({ ...fixed, [field]: value }).flatMap(({ path, message }) =>
            path[0] === field && !message.startsWith('Invalid input') ? [message] : [],
          ),
        )
        const isRequired = (way as Schema).required?.includes(field)
        const refused = said.length > 0 ? ` → ${[...new Set(said)].join('; ')}` : ''
        return [`    ${field}${isRequired ? '' : '?'}: ${words(known)}${refused}`]
      })
    }),
  ]
}

const shapeOf = (schema: z.ZodType, io: 'input' | 'output', isOpened = false) =>
  words(jsonOf(schema, io, isOpened))

function jsonOf(schema: z.ZodType, io: 'input' | 'output', isOpened = true): Schema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const name = nameOf.get(zodSchema)
      if (!name || (isOpened && Object.is(zodSchema, schema))) return
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema]
      jsonSchema.title = name
    },
  }) as Schema
}

/** '{ id: string(uuid), note?: string ..500 | null }' */
function words(schema: Schema): string {
  const { title, anyOf, oneOf, enum: values, const: only, type, format, pattern, properties, items } = schema
  const marks = [refersTo, isOnlyFor, isKeptBack].flatMap((key) => {
    const mark = (schema as Record<string, unknown>)[key]
    return mark === undefined ? [] : [`${key} ${String(mark)}`]
  })
  const limits = Object.entries(schema).flatMap(([key, value]) =>
    /^(min|max|exclusive|default|additional|multiple)/.test(key) &&
    !Object.is(Math.abs(value as number), Number.MAX_SAFE_INTEGER)
      ? [`${key} ${JSON.stringify(value)}`]
      : [],
  )
  const kind = () => {
    if (title) return title
    if (anyOf || oneOf) return (anyOf ?? oneOf ?? []).map((one) => words(one as Schema)).join(' | ')
    if (values) return values.join(' | ')
    if (only !== undefined) return JSON.stringify(only)
    if (properties) {
      const fields = Object.entries(properties).map(
        ([name, field]) => `${name}${schema.required?.includes(name) ? '' : '?'}: ${words(field as Schema)}`,
      )
      return `{ ${fields.join(', ')} }`
    }
    if (items) return `[${words(items as Schema)}]`
    return [type ?? 'anything', format ?? pattern].filter(Boolean).join(' ')
  }
  const told = [...limits.filter((limit) => limit !== 'additionalProperties false'), ...marks]
  return told.length > 0 ? `${kind()} (${told.join(', ')})` : kind()
}

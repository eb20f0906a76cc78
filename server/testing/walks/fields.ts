import { z } from 'zod'

/** The part of JSON Schema that Zod writes, of what a body's fields are. */
export interface FieldSchema {
  type?: string
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, FieldSchema>
  required?: string[]
  items?: FieldSchema
  anyOf?: FieldSchema[]
  oneOf?: FieldSchema[]
  allOf?: FieldSchema[]
}

/** A place in a body, as the names and places that lead to it, and in which of the body's forms. */
export interface Field {
  path: string[]
  /** Fields that the form is known by: `{ kind: 'ISSUE' }`. */
  form: Record<string, unknown>
  schema: FieldSchema
}

/** Every place in a schema of what is sent, the whole and its parts. */
export function fieldsOf(body: z.ZodType): Field[] {
  // Zod's own type is wider than what it writes.
  return fieldsIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as FieldSchema, [], {})
}

function fieldsIn(schema: FieldSchema, path: string[], form: Field['form']): Field[] {
  const { properties = {}, required = [], items } = schema
  const consts = Object.entries(properties).flatMap(([name, field]) =>
    required.includes(name) && field.const !== undefined ? [[name, field.const]] : [],
  )
  const inner = path.length === 0 ? { ...form, ...Object.fromEntries(consts) } : form
  return [
    { path, form, schema },
    ...Object.entries(properties).flatMap(([name, field]) => fieldsIn(field, [...path, name], inner)),
    ...(items ? fieldsIn(items, [...path, '0'], inner) : []),
    ...[schema.anyOf, schema.oneOf, schema.allOf]
      .flatMap((schemas) => schemas ?? [])
      .flatMap((one) => fieldsIn(one, path, form)),
  ]
}

export function isOfForm(body: unknown, { form }: Pick<Field, 'form'>): boolean {
  return Object.entries(form).every(([name, value]) => Reflect.get(body as object, name) === value)
}

export function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((place, step) => (place as Record<string, unknown> | undefined)?.[step], body)
}

/** The body with a value at a place that is there but for its last step. */
export function withAt(body: unknown, path: readonly string[], value: string): unknown {
  const changed: unknown = structuredClone(body)
  const last = path.at(-1) ?? ''
  Reflect.set(valueAt(changed, path.slice(0, -1)) as object, last, value)
  return changed
}

import { z } from 'zod'
import { isKeptBack, isOnlyFor } from '../../../../contract/api/only-for.ts'
import type { Permission } from '../../../../contract/permissions.ts'

/** The patient that this part of an answer is about, and which records are closed to the caller. */
interface About {
  patientId: string | null
  isClosed: (patientId: string) => boolean
}
type Blank = (value: unknown, about: About) => unknown

/** The receiver of an answer: their permissions, the records that are closed to them, and the patient of the call. */
export interface Recipient {
  permissions: readonly Permission[]
  isClosed?: About['isClosed']
  patientId?: string | null
}

/**
 * Blanks in an answer the fields that are only for those with another permission (`onlyFor`), and those that a restricted
 * record keeps back (`unlessRestricted`). It acts on what is sent, not on what is read, so it holds alike for repeated
 * requests and for the record that a refused edit shows. What has nothing to blank is returned as it is.
 */
export function withheldFrom(schema: z.ZodType): (answer: unknown, to: Recipient) => unknown {
  // Everyone who may do the same has the same array (session.ts).
  const known = new WeakMap<readonly Permission[], { blank: Blank | null }>()
  return (answer, { permissions, isClosed = () => false, patientId = null }) => {
    const of = known.get(permissions) ?? {
      blank: blanking(schema, (permission) => !permissions.includes(permission)),
    }
    known.set(permissions, of)
    return of.blank ? of.blank(answer, { patientId, isClosed }) : answer
  }
}

/** Blanks in an answer for many what the restricted records of these patients keep back. */
export function keptBackFrom(
  schema: z.ZodType,
): (answer: unknown, patientId: string | null, isClosed: About['isClosed']) => unknown {
  const blank = blanking(schema, () => false)
  return (answer, patientId, isClosed) => (blank ? blank(answer, { patientId, isClosed }) : answer)
}

/** Whether there are fields in it that are only for some. */
export function isPartlyWithheld(schema: z.ZodType): boolean {
  return blanking(schema, () => true, false) !== null
}

/** Whether a restricted record keeps fields of it back. */
export function isPartlyKeptBack(schema: z.ZodType): boolean {
  return blanking(schema, () => false) !== null
}

/** Null where nothing is withheld, which is so for nearly every schema. */
function blanking(
  schema: z.ZodType,
  isWithheld: (permission: Permission) => boolean,
  withKeptBack = true,
): Blank | null {
  const permission = schema.meta()?.[isOnlyFor] as Permission | undefined
  if (permission && isWithheld(permission)) return () => null
  const keptBack = withKeptBack && schema.meta()?.[isKeptBack]
  if (keptBack !== undefined && keptBack !== false) {
    const blank = keptBack === true ? null : keptBack
    return (value, { patientId, isClosed }) => (patientId !== null && isClosed(patientId) ? blank : value)
  }
  const inner = (one: unknown) => blanking(one as z.ZodType, isWithheld, withKeptBack)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const blank = inner(schema.unwrap())
    return blank && ((value, about) => (value == null ? value : blank(value, about)))
  }
  if (schema instanceof z.ZodArray) {
    const blank = inner(schema.element)
    return blank && ((value, about) => listed(value as unknown[], (one) => blank(one, about)))
  }
  if (schema instanceof z.ZodRecord) {
    const blank = inner(schema.valueType)
    return (
      blank &&
      ((value, about) =>
        blanked(value as object, new Map(Object.keys(value as object).map((name) => [name, blank])), about))
    )
  }
  if (schema instanceof z.ZodObject) {
    const fields = blanksOf(Object.entries(schema.shape).map(([name, field]) => [name, inner(field)]))
    const key = 'patientId' in schema.shape ? 'patientId' : 'mrn' in schema.shape ? 'id' : null
    return (
      fields &&
      ((value, about) => blanked(value as object, fields, key ? aboutPatient(value, key, about) : about))
    )
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = schema.def
    const options = blanksOf(
      schema.options.flatMap((option) => {
        const named = (option as z.ZodObject).shape[discriminator] as z.ZodLiteral
        return [...named.values].map((name): [string, Blank | null] => [String(name), inner(option)])
      }),
    )
    return (
      options &&
      ((value, about) => {
        const blank = options.get(String(Reflect.get(value as object, discriminator)))
        return blank ? blank(value, about) : value
      })
    )
  }
  refuseUnread(schema)
  return null
}

/** The record names its patient, as `patientId` or because it is the patient; otherwise the record around it does. */
function aboutPatient(value: unknown, key: string, about: About): About {
  const id: unknown = Reflect.get(value as object, key)
  return typeof id === 'string' ? { ...about, patientId: id } : about
}

/** Kinds of schema that hold no other: nearly all fields, which need not be looked into. */
const plainKinds = ['string', 'number', 'boolean', 'enum', 'literal', 'null']

/** @throws for a kind of schema that is not read here and has such a field, because the field would be sent to everyone */
function refuseUnread(schema: z.ZodType): void {
  if (plainKinds.includes(schema.type) || schema instanceof z.ZodLazy) return
  const json = JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))
  if (json.includes(`"${isOnlyFor}"`) || json.includes(`"${isKeptBack}"`))
    throw new Error(`A field of a ${schema.type} can’t be withheld`)
}

function blanksOf(all: [string, Blank | null][]): Map<string, Blank> | null {
  const some = all.filter((one): one is [string, Blank] => one[1] !== null)
  return some.length > 0 ? new Map(some) : null
}

function listed(values: unknown[], blank: (value: unknown) => unknown): unknown[] {
  const shown = values.map(blank)
  return shown.some((one, at) => one !== values[at]) ? shown : values
}

/** Looks at the fields that may be withheld alone: most records of a list have many others, and nothing to blank. */
function blanked<Value extends object>(
  value: Value,
  fields: ReadonlyMap<string, Blank>,
  about: About,
): Value {
  const changed: [string, unknown][] = []
  for (const [name, blank] of fields) {
    if (!(name in value)) continue
    const field: unknown = Reflect.get(value, name)
    const left = blank(field, about)
    if (left !== field) changed.push([name, left])
  }
  return changed.length > 0 ? { ...value, ...Object.fromEntries(changed) } : value
}

import { z } from 'zod'
import { isOnlyFor } from '../../../../contract/api/only-for.ts'
import type { Permission } from '../../../../contract/permissions.ts'

type Blank = (value: unknown) => unknown

/**
 * Blanks in an answer the fields that are only for those with another permission (`onlyFor`). It acts on what is sent,
 * not on what is read, so it holds alike for repeated requests and for the record that a refused edit shows.
 */
export function withheldFrom(
  schema: z.ZodType,
): (answer: unknown, permissions: readonly Permission[]) => unknown {
  // Everyone who may do the same has the same array (session.ts).
  const known = new WeakMap<readonly Permission[], { blank: Blank | null }>()
  return (answer, permissions) => {
    const of = known.get(permissions) ?? {
      blank: blanking(schema, (permission) => !permissions.includes(permission)),
    }
    known.set(permissions, of)
    return of.blank ? of.blank(answer) : answer
  }
}

/** Whether there are fields in it that are only for some. */
export function isPartlyWithheld(schema: z.ZodType): boolean {
  return blanking(schema, () => true) !== null
}

/** Null where nothing is withheld, which is so for nearly every schema. */
function blanking(schema: z.ZodType, isWithheld: (permission: Permission) => boolean): Blank | null {
  const permission = schema.meta()?.[isOnlyFor] as Permission | undefined
  if (permission && isWithheld(permission)) return () => null
  const inner = (one: unknown) => blanking(one as z.ZodType, isWithheld)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const blank = inner(schema.unwrap())
    return blank && ((value) => (value == null ? value : blank(value)))
  }
  if (schema instanceof z.ZodArray) {
    const blank = inner(schema.element)
    return blank && ((value) => (value as unknown[]).map(blank))
  }
  if (schema instanceof z.ZodRecord) {
    const blank = inner(schema.valueType)
    return blank && ((value) => mapped(value, () => blank))
  }
  if (schema instanceof z.ZodObject) {
    const fields = blanksOf(Object.entries(schema.shape).map(([name, field]) => [name, inner(field)]))
    return fields && ((value) => mapped(value, (name) => fields.get(name)))
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
      ((value) => {
        const blank = options.get(String(Reflect.get(value as object, discriminator)))
        return blank ? blank(value) : value
      })
    )
  }
  refuseUnread(schema)
  return null
}

/** Kinds of schema that hold no other: nearly all fields, which need not be looked into. */
const plainKinds = ['string', 'number', 'boolean', 'enum', 'literal', 'null']

/** @throws for a kind of schema that is not read here and has such a field, because the field would be sent to everyone */
function refuseUnread(schema: z.ZodType): void {
  if (plainKinds.includes(schema.type) || schema instanceof z.ZodLazy) return
  const json = JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))
  if (json.includes(`"${isOnlyFor}"`)) throw new Error(`A field of a ${schema.type} can’t be withheld`)
}

function blanksOf(all: [string, Blank | null][]): Map<string, Blank> | null {
  const some = all.filter((one): one is [string, Blank] => one[1] !== null)
  return some.length > 0 ? new Map(some) : null
}

function mapped(value: unknown, blankOf: (name: string) => Blank | undefined): unknown {
  const entries = Object.entries(value as object).map(([name, field]) => {
    const blank = blankOf(name)
    return [name, blank ? blank(field) : field]
  })
  return Object.fromEntries(entries)
}

import { headerWords, identifierField, systemOfField } from '../fields.ts'
import type { ImportKind } from '../imports.ts'
import { appointments } from './appointments.ts'
import { beds } from './beds.ts'
import type { FieldOfKind, KindFields } from './kind.ts'
import { patients } from './patients.ts'
import { staff } from './staff.ts'
import { stock } from './stock.ts'
import { suppliers } from './suppliers.ts'

export const kindFields: Readonly<Record<ImportKind, KindFields>> = {
  PATIENTS: patients,
  SUPPLIERS: suppliers,
  BEDS: beds,
  STOCK: stock,
  STAFF: staff,
  APPOINTMENTS: appointments,
}

/** A system of identifiers, as far as fields need it. */
export interface FieldSystem {
  id: string
  name: string
  isExclusive: boolean
}

/** Those whose numbers are fields of this kind. */
export function systemsOf<System extends FieldSystem>(
  { identifiers }: KindFields,
  systems: readonly System[],
): System[] {
  if (!identifiers) return []
  return systems.filter(({ isExclusive }) => identifiers === 'ALL' || isExclusive)
}

export const fieldOf = ({ fields }: KindFields, field: string): FieldOfKind | undefined =>
  Object.hasOwn(fields, field) ? fields[field] : undefined

/** 'identifier:…' → its system's name, and fields as forms name them. */
export function fieldName(
  kind: KindFields,
  field: string,
  systems: readonly { id: string; name: string }[],
): string {
  const system = systemOfField(field)
  if (system !== null) return systems.find(({ id }) => id === system)?.name ?? 'Identifier'
  return fieldOf(kind, field)?.name ?? field
}

/**
 * The field of each column, '' where none is known. The first column of a name is taken; those of joined fields are all
 * taken. An identifier is known by its system's name alone.
 */
export function guessFields(
  kind: KindFields,
  headers: readonly string[],
  systems: readonly FieldSystem[],
): string[] {
  const known = new Map([
    ...Object.entries(kind.fields).flatMap(([field, { words }]) => words.map((one) => [one, field] as const)),
    ...systemsOf(kind, systems).map(({ id, name }) => [headerWords(name), identifierField(id)] as const),
  ])
  const taken = new Set<string>()
  return headers.map((header) => {
    const field = known.get(headerWords(header)) ?? ''
    if (field === '' || (taken.has(field) && !fieldOf(kind, field)?.isJoined)) return ''
    taken.add(field)
    return field
  })
}

interface Mapped {
  columns: readonly { field: string }[]
  constants: Readonly<Record<string, string>>
}

/** The required fields that no column has, and no constant. */
export function missingFields(kind: KindFields, { columns, constants }: Mapped): string[] {
  return Object.entries(kind.fields)
    .filter(([field, { isRequired, canBeConstant }]) => {
      const isThere = columns.some((use) => use.field === field)
      return isRequired && !isThere && !(canBeConstant && constants[field])
    })
    .map(([field]) => field)
}

/** The sentence for a file that has no column for any of the fields by which records are known. */
export function missingOneOf({ oneOf }: KindFields, { columns }: Mapped): string | null {
  if (!oneOf) return null
  const isThere = columns.some(({ field }) => oneOf.fields.includes(field) || systemOfField(field) !== null)
  return isThere ? null : oneOf.message
}

import { z } from 'zod'
import type { Permission } from '../permissions.ts'

/** The name under which a field's JSON Schema says which permission it takes to be told it. */
export const isOnlyFor = 'x-only'

/** A field of a reply that is null for everyone whose role lacks this permission; the server blanks it (`withheld.ts`). */
export function onlyFor<Value extends z.ZodType>(permission: Permission, value: Value) {
  return value.nullable().meta({ [isOnlyFor]: permission })
}

/** The name under which a field's JSON Schema says that a restricted record keeps it back. */
export const isKeptBack = 'x-unless-restricted'

/**
 * A field about a patient that is null while the patient's restricted record is closed to the caller (record 88). A list that
 * is alike for many people leaves it out for all of them. The record that holds it names the patient as `patientId`.
 */
export function unlessRestricted<Value extends z.ZodType>(value: Value) {
  return value.nullable().meta({ [isKeptBack]: true })
}

/**
 * The version of a record with such fields. It is 0 while they are kept back, which no edit matches, so that their blanks never
 * overwrite what they hide, also if the record opens meanwhile.
 */
export const versionUnlessRestricted = z
  .number()
  .int()
  .meta({ [isKeptBack]: 0 })

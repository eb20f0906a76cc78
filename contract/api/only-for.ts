import type { z } from 'zod'
import type { Permission } from '../permissions.ts'

/** The name under which a field's JSON Schema says which permission it takes to be told it. */
export const isOnlyFor = 'x-only'

/** A field of a reply that is null for everyone whose role lacks this permission; the server blanks it (`withheld.ts`). */
export function onlyFor<Value extends z.ZodType>(permission: Permission, value: Value) {
  return value.nullable().meta({ [isOnlyFor]: permission })
}

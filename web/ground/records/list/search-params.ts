import { z } from 'zod'

/** Parsers for the parameters of a screen's address. An invalid value counts as absent. */

/** The text of a search box. The router reads numbers and booleans out of the address; here they are text. */
export const searchText = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((typed) => {
    const kept = String(typed).trim().slice(0, 100)
    // Half a character, which the cut or an address can leave, is none.
    return kept.replace(/\p{Surrogate}/gu, '').trimEnd() || undefined
  })
  .optional()
  .catch(undefined)

/** The id of a record. */
export const idParam = z.guid().toLowerCase().optional().catch(undefined)

/** yyyy-mm-dd */
export const dayParam = z.iso.date().optional().catch(undefined)

/** hh:mm */
export const timeParam = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .optional()
  .catch(undefined)

/** 1-based. */
export const pageNumber = z.number().int().min(1).max(1_000_000).optional().catch(undefined)

/** The column that a list is sorted by, and which way. */
export function sortParams<const Key extends string>(keys: readonly Key[]) {
  return {
    sort: z.enum(keys).optional().catch(undefined),
    direction: z.enum(['asc', 'desc']).optional().catch(undefined),
  }
}

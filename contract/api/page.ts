import { z } from 'zod'

/** The most rows that one page of a list can hold. */
export const largestPage = 200
export const usualPage = 20
/** More rows than this are no list for paper. */
export const mostPrinted = 2000

/** How a list is paged: by page number (1-based) for screens, or by the `nextCursor` of the page before for scripts. */
export const PageQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(largestPage).default(usualPage),
  cursor: z.string().max(400).optional(),
})

/**
 * One page of a list that can grow. `total` counts the whole filtered list; if counting it all would be slow, it stops
 * at a bound and `totalIsAtLeast` is true. `nextCursor` is null on the last page.
 */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.number().int(),
    totalIsAtLeast: z.boolean().optional(),
    nextCursor: z.string().nullable(),
  })
}

export interface Page<Item> {
  items: Item[]
  total: number
  totalIsAtLeast?: boolean | undefined
  nextCursor: string | null
}

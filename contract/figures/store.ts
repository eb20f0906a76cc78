import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { itemUnits } from '../store/items.ts'
import { itemCategories } from '../store/kinds.ts'
import { PeriodQuery, periodDays, refuseFault } from './analytics.ts'

/** The store's value and use in a period, in the hospital's currency, at the cost that was paid. */

const moved = {
  received: z.number(),
  /** Issued, less what came back. */
  used: z.number(),
  expired: z.number(),
  damaged: z.number(),
  /** Surplus less shortage found by stock counts. */
  adjusted: z.number(),
}

const StoreFigures = z.object({
  /** The value of everything in the store at the end of the period, or now. */
  worth: z.number(),
  ...moved,
})
export type StoreFigures = z.infer<typeof StoreFigures>

/** The most used are named; the CSV has all. */
export const mostUsedNamed = 10

const UsedItem = z.object({
  id: z.string(),
  name: z.string(),
  unit: z.enum(itemUnits),
  category: z.enum(itemCategories),
  /** How much of its unit. */
  quantity: z.number(),
  used: z.number(),
  /** In the period before. */
  usedBefore: z.number(),
})
export type UsedItem = z.infer<typeof UsedItem>

export const analyzeStore = endpoint({
  name: 'analyzeStore',
  summary: 'What the store was worth at the end of a period, and what was received, used and lost in it',
  method: 'GET',
  path: '/analytics/store',
  permission: 'inventory.view',
  kind: 'read',
  query: PeriodQuery,
  reply: z.object({
    total: StoreFigures,
    before: StoreFigures,
    /** Each day of the period. */
    days: z.array(z.object({ day: z.string(), ...StoreFigures.shape })),
    /** Each category, with what was used of it in the period before. */
    categories: z.array(
      z.object({ category: z.enum(itemCategories), ...StoreFigures.shape, usedBefore: z.number() }),
    ),
    /** The first `mostUsedNamed` of what was used, by what that was worth. */
    mostUsed: z.array(UsedItem),
  }),
})

export const exportStoreFigures = endpoint({
  name: 'exportStoreFigures',
  summary: 'The same figures as CSV, a line for each day, category or item that was used',
  method: 'GET',
  path: '/analytics/store/export',
  permission: 'inventory.view',
  kind: 'read',
  query: z.strictObject({ ...periodDays, by: z.enum(['day', 'category', 'item']) }).check(refuseFault),
  download: { media: 'text/csv', filename: 'store.csv' },
  reply: z.string(),
})

export const auditWords = {
  exportStoreFigures: 'figures of the store',
}

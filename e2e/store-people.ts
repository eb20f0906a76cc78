import type { Page } from '@playwright/test'
import { call, unique } from './people.ts'

/** An item with five pieces in stock, which is low. */
export async function itemOf(page: Page, fields: Record<string, unknown> = {}) {
  return call(page.request, 'POST', '/inventory', {
    name: unique(),
    category: 'MEDICINE',
    quantity: 5,
    unit: 'pcs',
    reorderLevel: 10,
    cost: 2.5,
    ...fields,
  })
}

/** yyyy-mm-dd */
export const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

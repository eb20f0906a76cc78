import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { call } from './people.ts'

/** A name that no other story has. */
export const unique = () => `Zz${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`

/** An item of the store, five pieces of it, and low with that. */
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

export async function choose(page: Page, label: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

export async function expectNoBarriers(page: Page) {
  // What fades in is judged once it is there.
  await page.waitForTimeout(250)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** yyyy-mm-dd */
export const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

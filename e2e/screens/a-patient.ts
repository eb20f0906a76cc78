import type { Page } from '@playwright/test'
import { call } from '../people.ts'

/** The address with the id of a demo patient in place of `a-patient`. */
export async function addressOf(page: Page, path: string): Promise<string> {
  if (!path.includes('a-patient')) return path
  const { items } = await call(page.request, 'GET', '/patients?limit=1')
  return path.replace('a-patient', items[0].id)
}

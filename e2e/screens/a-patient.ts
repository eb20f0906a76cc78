import type { Page } from '@playwright/test'
import type { Patient } from '../../contract/people/patients.ts'
import { call } from '../people.ts'

/** The address with the id of a patient in place of `a-patient`: one with an allergy, whose record loads most. */
export async function addressOf(page: Page, path: string): Promise<string> {
  if (!path.includes('a-patient')) return path
  const { items } = await call(page.request, 'GET', '/patients?limit=100')
  const known = items.find(({ allergens }: Pick<Patient, 'allergens'>) =>
    allergens.some(({ isNoneKnown }) => !isNoneKnown),
  )
  return path.replace('a-patient', known.id)
}

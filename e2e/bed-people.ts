import { expect, type Locator, type Page } from '@playwright/test'
import { call, unique } from './people.ts'
import type { Patient } from './queue-people.ts'
import { openScreen } from './screens/open.ts'

/** Beds for the stories about beds. Each story has its own, which no other changes. */

export interface Bed {
  id: string
  bedNumber: string
  ward: string
  status: string
  patientId: string | null
}

/** A new bed, added by an administrator. */
export async function bedIn(admin: Page, ward: string, fields: object = {}): Promise<Bed> {
  const bedNumber = unique().toUpperCase()
  return call(admin.request, 'POST', '/beds', { bedNumber, ward, ...fields })
}

export interface Admission {
  id: string
  version: number
}

/** Admits a patient with the API, where the admission is not what the story is about. */
export async function admitted(
  page: Page,
  bed: Bed,
  patient: Patient,
  fields: object = {},
): Promise<Admission> {
  const [doctor] = await call(page.request, 'GET', '/users/doctors')
  return call(page.request, 'POST', '/admissions', {
    patientId: patient.id,
    bedId: bed.id,
    doctorId: doctor.id,
    diagnosis: 'Observation',
    ...fields,
  })
}

/** Shows the beds that match the address's search. */
export async function openBeds(page: Page, search = ''): Promise<void> {
  await openScreen(page, `/beds${search}`)
  await expect(page.getByRole('heading', { name: 'Bed Overview' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading the beds' })).toHaveCount(0)
}

/** A bed's card on the board. */
export function bedCard(page: Page, bed: { bedNumber: string }): Locator {
  return page.getByRole('article', { name: `Bed ${bed.bedNumber}`, exact: true })
}

/** Types or scans into the box, and confirms with Enter. */
export async function findPatient(page: Page, typed: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Enter Patient ID' })
  await box.fill(typed)
  await box.press('Enter')
}

export async function fillAdmission(page: Page, diagnosis: string): Promise<void> {
  // The patient who was found is shown above the fields, and moves them once.
  const patient = page.getByRole('textbox', { name: 'Enter Patient ID' })
  if ((await patient.count()) > 0) await expect(patient).toHaveValue(/,/)
  await page.getByRole('textbox', { name: 'Diagnosis' }).fill(diagnosis)
  const doctor = page.getByRole('combobox', { name: 'Attending doctor' })
  if ((await doctor.inputValue()) === '') {
    await doctor.click()
    await page.getByRole('option', { name: /doctor@demo.test/ }).click()
  }
}

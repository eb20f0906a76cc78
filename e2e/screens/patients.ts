import { expect, type Page } from '@playwright/test'
import { registered } from '../queue-people.ts'
import { onDesks, type Tour } from './tour.ts'

export const patientTours: Tour[] = [{ name: 'the patients', by: 'admin', looks: onDesks, states: patients }]

async function* patients(page: Page) {
  const contactNumber = '+1 555 010 4711'
  const patient = await registered(page, {
    firstName: 'فاطمة الزهراء',
    contactNumber,
    allergies: 'Penicillin',
    medicalHistory: 'Hypertension',
  })
  await page.goto('/patients')
  await expect(page.getByRole('table', { name: 'Patients' }).locator('tbody tr').first()).toContainText('MRN')
  yield 'the list'
  await page.goto(`/patients?search=${patient.lastName}`)
  await page.getByRole('button', { name: /^Delete / }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  yield 'the dialog'
  await page.goto('/patients?search=nobody-has-this-name')
  await expect(page.getByText('No patient matches')).toBeVisible()
  yield 'an empty list'
  await page.goto(`/patients/${patient.id}`)
  await expect(page.getByText('No upcoming appointments')).toBeVisible()
  yield 'the record'
  await page.goto('/patients/new')
  await page.getByLabel('Contact Number').fill(contactNumber)
  await page.getByRole('button', { name: 'Save Patient' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'need attention' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Possible duplicates' })).toBeVisible()
  yield 'the form with its problems'
}

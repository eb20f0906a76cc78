import { type Browser, expect, type Page } from '@playwright/test'
import { call, pageOf } from '../people.ts'
import { registered } from '../queue-people.ts'
import { openScreen } from './open.ts'
import { everywhere, onPhones, type Tour } from './tour.ts'

export const patientTours: Tour[] = [
  { name: 'the patients', by: 'admin', looks: everywhere, isOfEachChange: true, states: patients },
  { name: 'what a doctor records', by: 'doctor', looks: everywhere, isOfEachChange: true, states: entries },
  { name: 'an edit beside another on a phone', by: 'admin', looks: onPhones, states: editOnPhone },
]

async function* patients(page: Page, browser: Browser) {
  const contactNumber = '+1 555 010 4711'
  const desk = await pageOf(browser, 'receptionist')
  const patient = await registered(desk, {
    firstName: 'فاطمة الزهراء',
    contactNumber,
    allergies: 'Penicillin',
    medicalHistory: 'Hypertension',
  })
  await desk.context().close()
  await openScreen(page, '/patients')
  await expect(page.getByRole('table', { name: 'Patients' }).locator('tbody tr').first()).toContainText('MRN')
  yield 'the list'
  await openScreen(page, `/patients?search=${patient.lastName}`)
  await page.getByRole('button', { name: new RegExp(`^Delete .*${patient.lastName}`) }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  yield 'the dialog'
  await openScreen(page, '/patients?search=nobody-has-this-name')
  await expect(page.getByText('No patient matches')).toBeVisible()
  yield 'an empty list'
  await openScreen(page, '/duplicates')
  await expect(page.getByRole('button', { name: /^Not duplicates:/ }).first()).toBeVisible()
  await page
    .getByRole('button', { name: /with a note/ })
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  yield 'possible duplicates'
  await openScreen(page, `/patients/${patient.id}`)
  await expect(page.getByText('No upcoming appointments')).toBeVisible()
  yield 'the record'
  const entry = { substance: 'Latex', severity: 'SEVERE', certainty: 'CONFIRMED' }
  const doctor = await pageOf(browser, 'doctor')
  await call(doctor.request, 'POST', `/patients/${patient.id}/allergies`, entry)
  const medication = { name: 'Amoxicillin', dose: '500', unit: 'MG', route: 'ORAL', frequency: 'TWICE_DAILY' }
  await call(doctor.request, 'POST', `/patients/${patient.id}/medications`, {
    ...medication,
    startsOn: '2026-01-05',
    allergyReason: 'Tolerated before',
  })
  await doctor.context().close()
  await expect(page.getByRole('list', { name: 'Current Medications' })).toContainText('despite allergy')
  yield 'the record with allergies and medications'
  await page.getByRole('tab', { name: 'Accessed by' }).click()
  await expect(page.getByRole('list', { name: 'Accessed by' })).toContainText('registered the patient')
  yield 'who accessed the record'
  await openScreen(page, '/patients/new')
  await page.getByLabel('Contact Number').fill(contactNumber)
  await page.getByRole('button', { name: 'Save Patient' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'need attention' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Possible duplicates' })).toBeVisible()
  yield 'the form with its problems'
}

/** The dialogs that record an allergy and prescribe against it. */
async function* entries(page: Page, browser: Browser) {
  const desk = await pageOf(browser, 'receptionist')
  const patient = await registered(desk, { allergies: 'Penicillin' })
  await desk.context().close()
  await openScreen(page, `/patients/${patient.id}?act=allergy`)
  await page.getByRole('button', { name: 'Record Allergy' }).last().click()
  await expect(page.getByRole('dialog')).toContainText('Substance is required')
  yield 'an allergy with its problems'
  await openScreen(page, `/patients/${patient.id}?act=medication`)
  await page.getByLabel('Medicine').fill('Ampicillin MS')
  await page.getByLabel('Dose').fill('.5')
  await expect(page.getByRole('alert')).toContainText('one of the penicillins')
  yield 'a medicine against an allergy'
}

/** Two long texts beside each other. */
async function* editOnPhone(page: Page) {
  const patient = await registered(page)
  const { version } = await call(page.request, 'GET', `/patients/${patient.id}`)
  await openScreen(page, `/patients/edit/${patient.id}`)
  await page.getByLabel('Medical History').fill('Mine. '.repeat(200))
  const theirs = { medicalHistory: 'Theirs. '.repeat(200) }
  await call(page.request, 'PUT', `/patients/${patient.id}`, theirs, { 'if-match': `"${version}"` })
  await page.getByRole('button', { name: 'Update Patient' }).click()
  await expect(page.getByRole('group', { name: 'Medical history', exact: true })).toContainText('Theirs.')
  yield 'the differences'
}

import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { unzip } from '../../server/testing/unzip.ts'
import { pageOf, test } from '../people.ts'
import { registered } from '../queue-people.ts'

test('a doctor saves a copy of the record for the patient, and it is a page to read', async ({ browser }) => {
  const [desk, doctor] = await Promise.all([pageOf(browser, 'receptionist'), pageOf(browser, 'doctor')])
  const patient = await registered(desk, { medicalHistory: 'حساسية موسمية <b>' })
  await desk.goto(`/patients/${patient.id}`)
  await expect(desk.getByRole('button', { name: 'Print Record' })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Copy for the Patient' })).toHaveCount(0)

  await doctor.goto(`/patients/${patient.id}`)
  await doctor.getByRole('button', { name: 'Copy for the Patient' }).click()
  const dialog = doctor.getByRole('dialog', { name: /^Copy the record for/ })
  await expect(dialog).toContainText(patient.mrn)
  const [file] = await Promise.all([
    doctor.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save Copy' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${patient.mrn} copy of the record.zip`)
  await expect(dialog).toBeHidden()

  const page = unzip(readFileSync(await file.path())).get('copy.html')
  await doctor.setContent(String(page))
  await expect(doctor.getByRole('heading', { level: 1 })).toContainText(patient.lastName)
  await expect(doctor.getByText('حساسية موسمية <b>')).toBeVisible()
  await expect(doctor.getByRole('heading', { name: 'Vital Signs' })).toBeVisible()
})

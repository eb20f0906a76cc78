import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { admitted, bedIn } from '../bed-people.ts'
import { pageOf, signIn, test } from '../people.ts'
import { registered } from '../queue-people.ts'
import { openScreen } from '../screens/open.ts'

test('the filtered list is exported and printed whole, and an empty one is not', async ({ page }) => {
  // In a browser without a printer, printing ends at once. Without this, the sheet would be gone before the test sees
  // it.
  await page.addInitScript('window.print = () => {}')
  await signIn(page, 'receptionist')
  const patient = await registered(page)
  await page.goto(`/patients?search=${patient.lastName}`)
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('patients.csv')
  const [, row, ...others] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(row).toContain(patient.mrn)
  expect(others).toEqual([])
  await page.getByRole('button', { name: 'Print' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(`1 patient. Only those matching “${patient.lastName}”.`)).toBeVisible()
  await expect(page.getByRole('cell', { name: patient.mrn })).toBeVisible()
  await page.evaluate(`window.dispatchEvent(new Event('afterprint'))`)
  await page.emulateMedia({ media: 'screen' })

  await openScreen(page, '/patients?search=nobody-has-this-name')
  await expect(page.getByText('No patient matches')).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.getByText('No patient data to print')).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('No data to export')).toBeVisible()
})

test('a record is printed as it is on the server, allergies first, with every stay; the server is told what for', async ({
  browser,
  page,
}) => {
  await page.addInitScript('window.print = () => {}')
  await signIn(page, 'receptionist')
  const patient = await registered(page, { allergies: 'Penicillin' })
  const bed = await bedIn(await pageOf(browser, 'admin'), 'MATERNITY')
  await admitted(page, bed, patient)
  await page.goto(`/patients/${patient.id}`)
  const told: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.headers()['lantern-purpose'] === 'print') told.push(pathname.replace(/[0-9a-f-]{36}/, ':id'))
  })
  await page.getByRole('button', { name: 'Print Record' }).click()
  const sheet = page.locator('[data-print-sheet]')
  await expect(sheet).toContainText('Patient record')
  await expect(sheet).toContainText(/Female.*Allergies\s*Penicillin.*Contact Number.*Medical History/s)
  await expect(sheet).toContainText(`${bed.bedNumber}, Maternity`)
  await expect(sheet).toContainText('Still admitted')
  expect(told.sort()).toEqual([
    '/api/admissions/:id/stays',
    '/api/patients/:id',
    '/api/patients/:id/admissions',
    '/api/patients/:id/allergies',
    '/api/patients/:id/appointments',
    '/api/patients/:id/contacts',
    '/api/patients/:id/coverage',
    '/api/patients/:id/identifiers',
  ])
})

import { expect } from '@playwright/test'
import { call, dear, pageOf, test, unique } from '../people.ts'
import { registered } from '../queue-people.ts'

test('an administrator moves patients in from a file, the desk finds them, and the undo keeps who is in use', async ({
  browser,
}) => {
  dear('an administrator at two computers, and the desk')
  const [admin, other] = [await pageOf(browser, 'admin'), await pageOf(browser, 'admin')]
  const known = await registered(admin)
  const number = (last: number) => `M${known.mrn.slice(3)}00${last}`
  const systems: { id: string; name: string }[] = await call(admin.request, 'GET', '/identifier-systems')
  await call(admin.request, 'POST', `/patients/${known.id}/identifiers`, {
    systemId: systems.find(({ name }) => name === 'Passport')?.id,
    value: number(1),
  })
  const [used, unused] = [unique(), unique()]
  const fileName = `${unused}.csv`
  const file = [
    'Given name;Surname;DOB;Sex;Passport',
    `Asha;${known.lastName};03/04/1990;F;${number(1)}`,
    `Ines;${used};05/06/1985;F;${number(2)}`,
    `Tomás;${unused};07/08/2001;9;${number(3)}`,
    `;${unique()};01/02/1970;M;`,
  ].join('\r\n')

  await admin.goto('/imports')
  await admin.getByRole('link', { name: 'Start an Import' }).click()
  await admin
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: fileName, mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(admin.getByRole('table', { name: 'Columns of the file' })).toBeVisible()
  const check = admin.getByRole('button', { name: 'Check 4 Rows' })
  await check.click()
  await expect(admin.getByRole('alert')).toContainText('day or the month comes first in “DOB”')
  await admin.getByText('Day first: 3 Apr 1990').click()
  const meaning = admin.getByRole('combobox', { name: '9 means' })
  await meaning.fill('oth')
  await meaning.press('Enter')
  await expect(meaning).toHaveValue('Other')
  await expect(admin.getByText('All changes are saved')).toBeVisible()
  // A reload keeps all choices.
  await admin.reload()
  await expect(admin.getByRole('radio', { name: 'Day first' })).toBeChecked()
  await expect(meaning).toHaveValue('Other')
  await check.click()

  const rows = (state: string) => admin.getByRole('table', { name: `Rows: ${state}` }).getByRole('row')
  await expect(rows('rejected').nth(1)).toContainText('First name is required')
  await admin.getByText('Already on record').click()
  await expect(rows('already on record').nth(1)).toContainText(known.mrn)
  // A colleague follows it on another screen.
  await other.goto(admin.url())
  await expect(other.getByText('Ready to import')).toBeVisible()
  await admin.getByRole('button', { name: 'Import 2 Patients' }).click()
  await expect(other.getByText('2 patients imported')).toBeVisible()

  const desk = await pageOf(browser, 'receptionist')
  await desk.goto(`/patients?search=${used}`)
  const found = desk.getByRole('table', { name: 'Patients' }).getByRole('row').nth(1)
  await expect(found).toContainText('5 Jun 1985')
  await expect(found).toContainText('Not recorded')
  const { items } = await call(desk.request, 'GET', `/patients?search=${used}`)
  await call(desk.request, 'POST', `/patients/${items[0].id}/contacts`, {
    name: 'Grace Marin',
    relationship: 'MOTHER',
    phone: '+44 20 7946 0000',
    isEmergency: true,
    isGuardian: false,
  })

  await other.getByRole('button', { name: 'Undo This Import' }).click()
  const dialog = other.getByRole('dialog', { name: 'Undo this import?' })
  await dialog.getByRole('button', { name: 'Undo this import' }).click()
  await expect(dialog.getByText('This is another number')).toBeVisible()
  await dialog.getByLabel('Type 2 to confirm').fill('2')
  await dialog.getByRole('button', { name: 'Undo this import' }).click()
  await expect(admin.getByText('1 patient removed, 1 kept')).toBeVisible()
  await expect(rows('kept').nth(1)).toContainText(used)
  await admin.getByRole('link', { name: 'Imports' }).click()
  await expect(admin.getByRole('row').filter({ hasText: fileName })).toContainText('1 removed, 1 kept')
  const gone = await call(desk.request, 'GET', `/patients?search=${unused}`)
  expect(gone.total).toBe(0)
})

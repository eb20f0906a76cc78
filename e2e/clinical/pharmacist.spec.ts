import { expect } from '@playwright/test'
import { call, dear, pageOf, refusedCalls, test } from '../people.ts'
import { hospitalDay, registered } from '../queue-people.ts'
import { openScreen } from '../screens/open.ts'
import { itemOf } from '../store-people.ts'

test('a pharmacist sees what was prescribed and what is short, reads the record, and issues the medicine', async ({
  browser,
}) => {
  dear('three people, and the stock of a medicine')
  const [admin, desk] = [await pageOf(browser, 'admin'), await pageOf(browser, 'receptionist')]
  const patient = await registered(desk, { allergies: 'Penicillin' })
  const item = await itemOf(admin, { quantity: 12, unit: 'tablets', reorderLevel: 20 })
  const pharmacist = await pageOf(browser, 'pharmacist')
  const refused = refusedCalls(pharmacist)
  await pharmacist.goto('/dashboard')
  const list = pharmacist.getByRole('table', { name: 'Prescribed Today' })
  await expect(list).toBeVisible()

  const doctor = await pageOf(browser, 'doctor')
  await call(doctor.request, 'POST', `/patients/${patient.id}/medications`, {
    name: item.name,
    dose: '1',
    unit: 'TABLET',
    route: 'ORAL',
    frequency: 'TWICE_DAILY',
    startsOn: await hospitalDay(doctor),
  })
  const row = list.getByRole('row').filter({ hasText: patient.lastName.toUpperCase() })
  await expect(row).toContainText('1 tablet, oral, twice daily')
  await expect(row).toContainText('Low: 12 tablets')

  await row.getByRole('link', { name: patient.lastName.toUpperCase() }).click()
  await expect(pharmacist.getByText('Penicillin').first()).toBeVisible()
  await expect(pharmacist.getByRole('region', { name: 'Current Medications' })).toContainText(item.name)
  await expect(pharmacist.getByRole('button', { name: /^(Prescribe|Stop|Record Vital Signs)/ })).toHaveCount(
    0,
  )
  await pharmacist.goBack()

  await row.getByRole('link', { name: /^Low: 12 tablets/ }).click()
  await pharmacist.getByRole('button', { name: 'Issue', exact: true }).click()
  const dialog = pharmacist.getByRole('dialog')
  await dialog.getByLabel('Quantity').fill('12')
  await dialog.getByText('A patient', { exact: true }).click()
  const box = dialog.getByRole('textbox', { name: 'Patient' })
  await box.fill(patient.mrn)
  await box.press('Enter')
  await expect(dialog).toContainText('Penicillin')
  await dialog.getByRole('button', { name: /^Issue/ }).click()
  await expect(pharmacist.getByText(new RegExp(`^12 tablets of ${item.name} issued to `))).toBeVisible()

  await pharmacist.getByRole('link', { name: 'Dashboard' }).click()
  await expect(row).toContainText('Out of stock')
  await expect(list.getByRole('row').nth(1)).toContainText('Out of stock')

  for (const path of ['/admissions', '/beds', '/patients', '/inventory', '/analytics']) {
    await openScreen(pharmacist, path)
    await expect(pharmacist).toHaveURL(path)
    await expect(pharmacist.locator('main').locator('table, article, [role=img]').first()).toBeVisible()
    await expect(pharmacist.locator('main .mantine-Skeleton-root')).toHaveCount(0)
  }
  expect(refused).toEqual([])
})

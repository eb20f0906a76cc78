import { expect, type Page } from '@playwright/test'
import { admitted, bedCard, bedIn, findPatient, openBeds } from '../bed-people.ts'
import { registered } from '../queue-people.ts'
import { openScreen } from './open.ts'
import { everywhere, onDesks, onPhones, type Tour } from './tour.ts'

export const bedTours: Tour[] = [
  { name: 'the beds', by: 'admin', looks: everywhere, isOfEachChange: true, states: board },
  { name: 'what is done with beds', by: 'admin', looks: onDesks, states: dialogs },
  { name: 'the beds on a phone', by: 'admin', looks: onPhones, states: boardOnPhone },
]

async function* board(page: Page) {
  const waiting = await bedIn(page, 'ICU', { status: 'MAINTENANCE', notes: 'New lamp' })
  await openBeds(page)
  yield 'the board'
  await page.getByRole('button', { name: 'Bed history' }).click()
  await expect(page.getByRole('button', { name: 'Show the beds' })).toBeVisible()
  yield 'the past moment'
  await page.getByRole('button', { name: 'Show the beds' }).click()
  await expect(page.getByText(/^Showing beds at/)).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  yield 'the past board'
  await openBeds(page, `?search=${waiting.bedNumber}`)
  await expect(bedCard(page, waiting)).toContainText('New lamp')
  yield 'one bed in maintenance'
  await openBeds(page, '?search=nobody')
  await expect(page.getByText('No bed matches').first()).toBeVisible()
  yield 'nothing matches'
  await openScreen(page, '/beds/new')
  await page.getByRole('button', { name: 'Add Bed' }).click()
  await expect(page.getByRole('link', { name: 'Bed number is required' })).toBeVisible()
  yield 'the bed form, with errors'
  await openScreen(page, '/beds/wards')
  await expect(page.getByRole('row').filter({ hasText: 'Psychiatric' })).toContainText('bed')
  yield 'the wards'
  await page.getByRole('button', { name: 'Add Ward' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a ward' })
  await adding.getByRole('button', { name: 'Add ward' }).click()
  await expect(adding.getByRole('link', { name: 'Name is required' })).toBeVisible()
  yield 'a ward is added, with errors'
  await adding.getByRole('button', { name: 'Cancel' }).click()
  await expect(adding).toBeHidden()
  await page.getByRole('button', { name: 'Add Shift' }).click()
  const shift = page.getByRole('dialog', { name: 'Add a shift' })
  await shift.getByRole('button', { name: 'Add shift' }).click()
  await expect(shift.getByRole('link', { name: 'Start is required' })).toBeVisible()
  yield 'a shift is added, with errors'
  await shift.getByRole('button', { name: 'Cancel' }).click()
  await expect(shift).toBeHidden()
  await page.getByRole('button', { name: 'Move beds to Psychiatric' }).click()
  await expect(page.getByRole('dialog', { name: 'Move beds to Psychiatric' })).toBeVisible()
  yield 'beds are moved'
}

async function* dialogs(page: Page) {
  const [free, taken] = [await bedIn(page, 'ICU'), await bedIn(page, 'ICU')]
  const patient = await registered(page)
  await admitted(page, taken, patient)
  const closeDialog = async () => {
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await openBeds(page, '?ward=ICU')
  await bedCard(page, free).getByRole('button', { name: 'Assign Patient' }).click()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Patient is required' })).toBeVisible()
  yield 'assign, with errors'
  await findPatient(page, patient.mrn)
  await expect(page.getByText('Already in a bed')).toBeVisible()
  yield 'assign, to somebody in bed'
  await closeDialog()
  await bedCard(page, free).getByRole('button', { name: 'More for' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete Bed' })).toBeVisible()
  yield 'the menu'
  await page.getByRole('menuitem', { name: 'Delete Bed' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  yield 'delete'
  await closeDialog()
  for (const act of ['Transfer', 'Edit Admission', 'Edit Bed']) {
    await bedCard(page, taken).getByRole('button', { name: 'More for' }).click()
    await page.getByRole('menuitem', { name: act }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeVisible()
    yield act
    await closeDialog()
  }
  await bedCard(page, taken).getByRole('button', { name: 'Discharge' }).click()
  await page.getByRole('radio', { name: 'Died' }).check()
  yield 'discharge'
  await closeDialog()
  await openScreen(page, `/patients/${patient.id}`)
  await expect(page.getByRole('region', { name: 'Current Admission' })).toContainText(taken.bedNumber)
  yield 'the record of an inpatient'
  await page.getByRole('tab', { name: /^Admissions/ }).click()
  await page.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  yield 'an admission'
}

async function* boardOnPhone(page: Page) {
  await openBeds(page)
  yield 'the board'
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  yield 'the table'
}

import { type Browser, expect, type Page } from '@playwright/test'
import { admitted, type Bed, bedCard, bedIn, fillAdmission, findPatient, openBeds } from '../bed-people.ts'
import { choose, load, pageOf, refusedCalls } from '../people.ts'
import { registered } from '../queue-people.ts'

const inpatients = (page: Page) => page.getByRole('table', { name: 'Inpatients' })
const figure = (page: Page, label: string) => page.getByRole('link', { name: new RegExp(`^${label} ?\\d`) })

/** Opens the bed's menu, and the dialog of one of its acts. */
async function openAct(page: Page, bed: Bed, act: string) {
  await bedCard(page, bed).getByRole('button', { name: 'More for' }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

/** A nurse's shift at a screen of this width in pixels: from a round over an admission to a discharge. */
export async function workAShift(browser: Browser, width: number): Promise<void> {
  const [admin, desk] = [await pageOf(browser, 'admin'), await pageOf(browser, 'receptionist')]
  const [bed, free, other] = [
    await bedIn(admin, 'PSYCHIATRIC'),
    await bedIn(admin, 'PSYCHIATRIC'),
    await bedIn(admin, 'MATERNITY'),
  ]
  const soiled = await bedIn(admin, 'PSYCHIATRIC', {
    status: 'MAINTENANCE',
    notes: 'Cleaning after discharge',
  })
  const [patient, newcomer] = [await registered(desk), await registered(desk)]
  await admitted(desk, bed, patient)
  const doctor = await pageOf(browser, 'doctor')
  await openBeds(doctor, `?search=${bed.bedNumber}`)
  const nurse = await pageOf(browser, 'nurse')
  await nurse.setViewportSize({ width, height: 844 })
  const refused = refusedCalls(nurse)

  // The ward that was chosen is kept with the account.
  await nurse.goto('/dashboard')
  await expect(inpatients(nurse)).toBeVisible()
  await choose(nurse, 'Ward', 'Psychiatric')
  await load(nurse, '/dashboard')
  await expect(nurse.getByRole('combobox', { name: 'Ward' })).toHaveValue('Psychiatric')
  const row = inpatients(nurse).getByRole('row').filter({ hasText: bed.bedNumber })
  await expect(row).toContainText('NEWS2 not recorded')
  await expect(row).toContainText(patient.lastName.toUpperCase())
  await expect(figure(nurse, 'Inpatients')).toBeVisible()

  // A reading is on the doctor's board a moment later.
  await row.getByRole('link', { name: /^Record Vital Signs/ }).click()
  const dialog = nurse.getByRole('dialog', { name: /^Record vital signs of/ })
  await expect(dialog).toContainText(`Current bed: ${bed.bedNumber}`)
  await expect(dialog.getByRole('textbox', { name: 'Temperature' })).toBeFocused()
  for (const value of ['38.4', '112', '22', '118', '76', '95', 'air', 'alert']) {
    await nurse.keyboard.type(value)
    await nurse.keyboard.press('Tab')
  }
  await expect(dialog).toContainText('NEWS2 6: Medium')
  await dialog.getByRole('button', { name: 'Record Vital Signs' }).click()
  await nurse.getByRole('button', { name: 'End Round' }).click()
  await expect(bedCard(doctor, bed)).toContainText('NEWS2 6 Medium')

  await openBeds(nurse, `?search=${free.bedNumber}`)
  await bedCard(nurse, free).getByRole('button', { name: 'Assign Patient' }).click()
  await findPatient(nurse, newcomer.mrn)
  await fillAdmission(nurse, 'Observation')
  await nurse.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(bedCard(nurse, free)).toContainText(newcomer.lastName.toUpperCase())

  await load(nurse, '/dashboard')
  await expect(inpatients(nurse).getByRole('row').nth(1)).toContainText('NEWS2')
  await expect(nurse.getByRole('table', { name: 'Recent Admissions' })).toContainText(free.bedNumber)
  const markAvailable = nurse.getByRole('button', { name: `Mark Available: bed ${soiled.bedNumber}` })
  await markAvailable.click()
  await expect(markAvailable).toBeHidden()
  await openBeds(doctor, `?search=${soiled.bedNumber}`)
  await expect(bedCard(doctor, soiled)).toContainText('Available')

  await openBeds(nurse, `?search=${newcomer.mrn}`)
  await openAct(nurse, free, 'Transfer')
  const transfer = nurse.getByRole('dialog', { name: /^Transfer/ })
  await choose(nurse, 'Ward', /^Maternity/)
  await transfer.getByText(other.bedNumber, { exact: true }).click()
  await transfer.getByRole('button', { name: `to ${other.bedNumber}` }).click()
  await bedCard(nurse, other).getByRole('button', { name: 'Discharge' }).click()
  await nurse.getByRole('radio', { name: 'Home' }).check()
  await nurse.getByRole('button', { name: /^Discharge Asha/ }).click()
  await expect(nurse.getByText('No bed matches').first()).toBeVisible()

  // The record opens for reading, without the acts of a doctor.
  await load(nurse, `/patients/${patient.id}`)
  await expect(nurse.getByRole('region', { name: 'Recent Vital Signs' })).toContainText('38.4 °C')
  await expect(nurse.getByRole('region', { name: 'Current Admission' })).toContainText(bed.bedNumber)
  await expect(nurse.getByRole('button', { name: /^(Prescribe|Record Diagnosis|Edit Patient)/ })).toHaveCount(
    0,
  )
  const allergies = nurse.getByRole('region', { name: 'Allergies' })
  await allergies.getByRole('button', { name: 'Report Allergy' }).click()
  const report = nurse.getByRole('dialog', { name: /^Report an allergy of/ })
  await report.getByLabel('Substance').fill('Latex')
  await report.getByRole('button', { name: 'Report allergy' }).click()
  await expect(allergies).toContainText('Latex')
  await expect(nurse.getByRole('alert')).toHaveCount(0)
  for (const path of ['/patients', '/admissions', '/formulary', '/analytics']) {
    await nurse.goto(path)
    await expect(nurse).toHaveURL(path)
    await expect(nurse.locator('main').locator('table, article, [role=img]').first()).toBeVisible()
    await expect(nurse.locator('main .mantine-Skeleton-root')).toHaveCount(0)
  }
  expect(refused).toEqual([])
  await nurse.goto('/opd-queue')
  await expect(nurse).toHaveURL('/unauthorized')
}

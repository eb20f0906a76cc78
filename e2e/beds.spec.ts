import { expect, type Page } from '@playwright/test'
import { admitted, bedCard, bedIn, fillAdmission, findPatient, openBeds } from './bed-people.ts'
import { tabTo } from './every-screen/checks.ts'
import {
  call,
  dear,
  endSessionUnder,
  pageOf,
  reloadOnceKept,
  signIn,
  signInAgain,
  signInAnew,
  test,
  unique,
} from './people.ts'
import { registered } from './queue-people.ts'

function toast(page: Page, text: string) {
  return page.getByRole('status').filter({ hasText: text })
}

test('a stay is lived from admission over a transfer to discharge, with two wards open', async ({
  browser,
}) => {
  dear('three people live a whole stay')
  const admin = await pageOf(browser, 'admin')
  const intensive = await bedIn(admin, 'ICU')
  const general = await bedIn(admin, 'GENERAL', { notes: 'By the window' })
  const desk = await pageOf(browser, 'receptionist')
  const doctor = await pageOf(browser, 'doctor')
  const patient = await registered(desk)
  const name = `${patient.lastName.toUpperCase()}, Asha`
  await openBeds(doctor, `?ward=GENERAL&search=${general.bedNumber}`)

  // This story admits from the record; the story by keyboard admits from the board.
  await desk.goto(`/patients/${patient.id}`)
  await desk.getByRole('button', { name: 'Admit Patient' }).click()
  const admission = desk.getByRole('dialog', { name: 'Admit Asha' })
  await admission.getByRole('combobox', { name: 'Ward' }).click()
  await desk.getByRole('option', { name: /^ICU/ }).click()
  await admission.getByText(intensive.bedNumber, { exact: true }).click()
  await fillAdmission(desk, 'Septic shock')
  await desk.getByRole('textbox', { name: 'Expected discharge' }).fill('31 Dec 2090')
  await admission.getByRole('button', { name: /^Admit Asha/ }).click()
  await expect(toast(desk, 'Bed status updated to occupied')).toBeVisible()
  const atDesk = desk.getByRole('region', { name: 'Current Admission' })
  await expect(atDesk).toContainText(`${intensive.bedNumber}, ICU`)
  await expect(atDesk.getByRole('button', { name: 'Update Status' })).toHaveCount(0)
  await openBeds(desk, `?ward=ICU&search=${intensive.bedNumber}`)
  const occupied = bedCard(desk, intensive)
  await expect(occupied).toContainText('Occupied')
  await expect(occupied).toContainText(name)
  await expect(occupied).toContainText('Female')
  await expect(occupied).toContainText('Day 1')
  await expect(occupied).toContainText('Expected discharge 31 Dec 2090')

  await occupied.getByRole('button', { name: 'More for' }).click()
  await desk.getByRole('menuitem', { name: 'Transfer' }).click()
  const transfer = desk.getByRole('dialog', { name: 'Transfer Asha' })
  await transfer.getByRole('combobox', { name: 'Ward' }).click()
  await desk.getByRole('option', { name: /^General Ward/ }).click()
  await transfer.getByText(general.bedNumber, { exact: true }).click()
  await transfer.getByLabel('Reason').fill('Stable for a day')
  await transfer.getByRole('button', { name: `to ${general.bedNumber}` }).click()
  await expect(toast(desk, `transferred to ${general.bedNumber}`)).toBeVisible()
  await expect(bedCard(desk, intensive)).toContainText('Available')
  await expect(bedCard(doctor, general)).toContainText(name)

  await bedCard(doctor, general).getByRole('link', { name }).click()
  await expect(doctor.getByText('Admitted', { exact: true })).toBeVisible()
  const current = doctor.getByRole('region', { name: 'Current Admission' })
  await expect(current).toContainText(`${general.bedNumber}, General Ward`)
  await expect(current).toContainText('Septic shock')
  await expect(current).toContainText('Stable for a day')
  await current.getByRole('button', { name: 'Update Status' }).click()
  await doctor.getByRole('radio', { name: 'Improving' }).check()
  await doctor.getByLabel('Note').fill('Walked to the window')
  await doctor.getByRole('dialog').getByRole('button', { name: 'Update Status' }).click()
  await expect(current).toContainText('Improving')
  await expect(current).toContainText('Walked to the window')

  await current.getByRole('button', { name: 'Discharge' }).click()
  await doctor.getByRole('radio', { name: 'Other hospital' }).check()
  await doctor.getByLabel('Discharge summary').fill('For surgery')
  await openBeds(desk, `?ward=GENERAL&search=${general.bedNumber}`)
  await expect(bedCard(desk, general)).toContainText('Occupied')
  await doctor.getByRole('button', { name: /^Discharge Asha/ }).click()
  await expect(toast(doctor, 'Bed status updated to available')).toBeVisible()
  await expect(bedCard(desk, general)).toContainText('Available')
  await expect(current).toContainText('No current admission')
  await expect(doctor.getByText('Admitted', { exact: true })).toBeHidden()

  await doctor.getByRole('tab', { name: 'Admissions (1)' }).click()
  const history = doctor.getByRole('table', { name: 'Admissions, newest first' })
  await expect(history).toContainText('Transferred')
  await history.getByRole('button', { name: 'Details' }).click()
  const beds = doctor.getByRole('dialog').getByRole('list')
  await expect(beds.getByRole('listitem').first()).toContainText(general.bedNumber)
  await expect(beds.getByRole('listitem').last()).toContainText(intensive.bedNumber)
})

test('two take the same bed: one wins, the other keeps the form and is offered the free beds', async ({
  browser,
}) => {
  dear('three people at the beds')
  const admin = await pageOf(browser, 'admin')
  const wanted = await bedIn(admin, 'MATERNITY')
  const spare = await bedIn(admin, 'MATERNITY')
  const desk = await pageOf(browser, 'receptionist')
  const doctor = await pageOf(browser, 'doctor')
  const [first, second] = [await registered(desk), await registered(desk)]
  for (const [page, patient] of [
    [desk, first],
    [doctor, second],
  ] as const) {
    await openBeds(page, `?search=${wanted.bedNumber}`)
    await bedCard(page, wanted).getByRole('button', { name: 'Assign Patient' }).click()
    await findPatient(page, patient.mrn)
    await fillAdmission(page, `For ${patient.lastName}`)
  }
  // The slower one learns of it only from the server's refusal.
  await doctor.route('**/api/beds', (route) => route.abort())
  await desk.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(toast(desk, 'Bed status updated to occupied')).toBeVisible()
  await doctor.getByRole('button', { name: 'Assign', exact: true }).click()
  const notice = doctor.getByRole('alert').filter({ hasText: `Bed ${wanted.bedNumber} was just taken` })
  await expect(notice).toBeFocused()
  await expect(doctor.getByRole('textbox', { name: 'Diagnosis' })).toHaveValue(`For ${second.lastName}`)

  await doctor.unroute('**/api/beds')
  await notice.getByRole('button', { name: spare.bedNumber }).click()
  await expect(notice).toBeHidden()
  await expect(doctor.getByRole('dialog', { name: `Assign Patient to ${spare.bedNumber}` })).toBeVisible()
  await expect(doctor.getByRole('button', { name: 'Assign', exact: true })).toBeFocused()
  await doctor.keyboard.press('Enter')
  await expect(toast(doctor, 'Bed status updated to occupied')).toBeVisible()
  await openBeds(desk, '?ward=MATERNITY')
  await expect(bedCard(desk, wanted)).toContainText(first.lastName.toUpperCase())
  await expect(bedCard(desk, spare)).toContainText(second.lastName.toUpperCase())
})

test('a bed is added, described, taken out of use, given back and deleted', async ({ browser }) => {
  dear('six dialogs about one bed')
  const admin = await pageOf(browser, 'admin')
  const number = unique().toUpperCase()
  const other = await bedIn(admin, 'PSYCHIATRIC')
  await admin.goto('/beds/new')
  const add = admin.getByRole('button', { name: 'Add Bed' })
  await add.click()
  await expect(admin.getByRole('link', { name: 'Bed number is required' })).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Ward is required' })).toBeVisible()
  await admin.getByRole('textbox', { name: 'Bed number' }).fill(other.bedNumber.toLowerCase())
  await admin.getByRole('combobox', { name: 'Ward' }).click()
  await admin.getByRole('option', { name: 'Psychiatric' }).click()
  await add.click()
  await expect(admin.getByRole('link', { name: /Another bed already has/ })).toBeVisible()
  await admin.getByRole('textbox', { name: 'Bed number' }).fill(number)
  await admin.getByText('Maintenance', { exact: true }).click()
  await admin.getByLabel('Notes').fill('Being painted')
  await add.click()
  await expect(toast(admin, 'Bed added successfully')).toBeVisible()
  await expect(admin).toHaveURL('/beds')

  const bed = bedCard(admin, { bedNumber: number })
  await openBeds(admin, `?search=${number}`)
  await expect(bed).toContainText('Being painted')
  await expect(bed).toContainText('under 1 min')
  await bed.getByRole('button', { name: 'Mark Available' }).click()
  await expect(toast(admin, 'Bed status updated to available')).toBeVisible()
  // The button 'Mark Available' contains the word, too.
  await expect(bed).toHaveAttribute('data-status', 'AVAILABLE')

  await bed.getByRole('button', { name: 'More for' }).click()
  await admin.getByRole('menuitem', { name: 'Set Maintenance' }).click()
  await expect(admin.getByLabel('Reason')).toHaveValue('Maintenance in progress')
  await admin.getByLabel('Reason').fill('New mattress')
  await admin.getByRole('button', { name: `Set ${number} to maintenance` }).click()
  await expect(toast(admin, 'Bed status updated to maintenance')).toBeVisible()
  await expect(bed).toContainText('New mattress')
  const failure = admin.getByRole('alert')
  await admin.context().setOffline(true)
  await bed.getByRole('button', { name: 'Mark Available' }).click()
  await expect(failure).toContainText(`Bed ${number} was not marked available: no connection`)
  await admin.context().setOffline(false)
  await bed.getByRole('button', { name: 'Mark Available' }).click()
  await expect(bed).toHaveAttribute('data-status', 'AVAILABLE')

  await bed.getByRole('button', { name: 'More for' }).click()
  await admin.getByRole('menuitem', { name: 'Edit Bed' }).click()
  await admin.getByLabel('Notes').fill('By the door')
  await admin.getByRole('button', { name: `Update bed ${number}` }).click()
  await expect(bed).toContainText('By the door')
  await bed.getByRole('button', { name: 'More for' }).click()
  await admin.getByRole('menuitem', { name: 'Edit Bed' }).click()
  await admin.getByRole('button', { name: `Update bed ${number}` }).click()
  await expect(toast(admin, 'Nothing changed')).toBeVisible()

  await bed.getByRole('button', { name: 'More for' }).click()
  await admin.getByRole('menuitem', { name: 'Delete Bed' }).click()
  await expect(admin.getByText('Are you sure you want to delete this bed?')).toBeVisible()
  await admin.context().setOffline(true)
  await admin.getByRole('button', { name: `Delete bed ${number}` }).click()
  await expect(failure).toContainText(`Bed ${number} was not deleted: no connection`)
  await admin.context().setOffline(false)
  await bed.getByRole('button', { name: 'More for' }).click()
  await admin.getByRole('menuitem', { name: 'Delete Bed' }).click()
  await admin.getByRole('button', { name: `Delete bed ${number}` }).click()
  await expect(toast(admin, 'Bed deleted successfully')).toBeVisible()
  await expect(bed).toHaveCount(0)
})

test('where the hospital wants it, a bed is cleaned after a discharge', async ({ browser }) => {
  dear('two people, and a whole stay')
  const admin = await pageOf(browser, 'admin')
  const bed = await bedIn(admin, 'ICU')
  const patient = await registered(admin)
  await admitted(admin, bed, patient)
  const desk = await pageOf(browser, 'receptionist')
  await openBeds(desk, `?search=${bed.bedNumber}`)
  await admin.goto('/settings/hospital')
  try {
    await admin
      .getByRole('switch', { name: 'Clean beds after discharge and transfer' })
      .setChecked(true, { force: true })
    await admin.getByRole('button', { name: 'Save Settings' }).click()
    await expect(toast(admin, 'Settings saved')).toBeVisible()
    await bedCard(desk, bed).getByRole('button', { name: 'Discharge' }).click()
    await desk.getByRole('button', { name: /^Discharge Asha/ }).click()
    await expect(desk.getByRole('link', { name: 'Choose where the patient is discharged to' })).toBeVisible()
    await desk.getByRole('radio', { name: 'Home' }).check()
    await desk.getByRole('button', { name: /^Discharge Asha/ }).click()
    await expect(toast(desk, 'Bed status updated to maintenance')).toBeVisible()
    await expect(bedCard(desk, bed)).toContainText('Cleaning after discharge')
    await expect(bedCard(desk, bed)).toContainText('under 1 min')
    await bedCard(desk, bed).getByRole('button', { name: 'Mark Available' }).click()
    await expect(bedCard(desk, bed)).toContainText('Available')
  } finally {
    const { version } = await call(admin.request, 'GET', '/settings')
    const change = { cleansAfterDischarge: false }
    await call(admin.request, 'PUT', '/settings', change, { 'if-match': `"${version}"` })
  }
})

test('who lay where at a past moment can be asked', async ({ page, browser }) => {
  dear('a stay is made before its past is asked for')
  await signIn(page, 'receptionist')
  // A filter by a status that past beds don't have is ignored.
  await openBeds(page, '?status=MAINTENANCE')
  await page.getByRole('button', { name: 'Bed history' }).click()
  await page.getByRole('textbox', { name: 'Date' }).fill('1 Jan 2095')
  await page.getByRole('button', { name: 'Show the beds' }).click()
  await expect(page.getByRole('link', { name: 'Choose a date and time in the past' })).toBeVisible()
  const then = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10)
  await page.getByRole('textbox', { name: 'Date' }).fill(then)
  await page.getByLabel('Time').fill('14:00')
  await page.getByRole('button', { name: 'Show the beds' }).click()
  await expect(page.getByText(/^Showing beds at .*2:00\sPM$/)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`at=${then}T14`))
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /Assign|Discharge|More for/ })).toHaveCount(0)

  // No bed can be added to the past.
  const admin = await pageOf(browser, 'admin')
  await admin.goto(`${page.url()}&status=MAINTENANCE`)
  await expect(admin.getByText(/^Showing beds at .*2:00\sPM$/)).toBeVisible()
  await expect(admin.getByRole('article').first()).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Add New Bed' })).toHaveCount(0)
  await admin.getByRole('button', { name: 'Return to live view' }).click()
  await expect(admin.getByRole('link', { name: 'Add New Bed' })).toBeVisible()

  const occupied = page.getByRole('link', { name: 'Occupied Beds' })
  await expect(occupied).toContainText('occupancy')
  const figure = (await occupied.innerText()).split('\n')[1] ?? ''
  expect(Number(figure)).toBeGreaterThan(5)
  await occupied.click()
  await expect(page.getByRole('article')).toHaveCount(Number(figure))
  await page.getByRole('article').first().getByRole('link').click()
  await page.getByRole('tab', { name: /^Admissions/ }).click()
  await expect(page.getByRole('table', { name: 'Admissions, newest first' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await page.getByRole('button', { name: 'Return to live view' }).click()
  await expect(page.getByRole('button', { name: /^Discharge/ }).first()).toBeVisible()
})

test('what is typed into a dialog is there again after a reload', async ({ browser }) => {
  dear('a dialog is typed, and opened again')
  const admin = await browser.newPage()
  await signInAnew(admin.request, 'admin')
  const bed = await bedIn(admin, 'GENERAL')
  const patient = await registered(admin)
  await openBeds(admin, `?search=${bed.bedNumber}`)
  await bedCard(admin, bed).getByRole('button', { name: 'Assign Patient' }).click()
  await findPatient(admin, patient.mrn)
  await expect(admin.getByRole('dialog')).toContainText(patient.mrn)
  await admin.getByRole('textbox', { name: 'Diagnosis' }).fill('Broken wrist')
  await reloadOnceKept(admin, 'Broken wrist')
  await expect(admin.getByText('Draft restored')).toBeVisible()
  await expect(admin.getByRole('textbox', { name: 'Diagnosis' })).toHaveValue('Broken wrist')
  await expect(admin.getByRole('dialog')).toContainText(patient.mrn)

  await fillAdmission(admin, 'Broken wrist')
  await endSessionUnder(admin, '**/api/admissions')
  await admin.getByRole('button', { name: 'Assign', exact: true }).click()
  await signInAgain(admin)
  await expect(toast(admin, 'Bed status updated to occupied')).toBeVisible()
  await expect(bedCard(admin, bed)).toContainText(patient.lastName.toUpperCase())
})

test('all of it works by keyboard alone', async ({ browser }) => {
  dear('every act on a bed by keyboard')
  const admin = await pageOf(browser, 'admin')
  const bed = await bedIn(admin, 'GENERAL')
  const patient = await registered(admin)
  const page = await pageOf(browser, 'doctor')
  await openBeds(page, `?search=${bed.bedNumber}`)
  const { keyboard } = page
  const goTo = (name: string | RegExp, role: 'button' | 'textbox' | 'radio') =>
    tabTo(page.getByRole(role, { name }).first())
  await page.getByRole('heading', { name: 'Bed Management' }).waitFor()
  await goTo(/^Assign Patient/, 'button')
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Enter Patient ID' })).toBeFocused()
  await keyboard.type(patient.mrn)
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(patient.lastName.toUpperCase())
  await goTo('Diagnosis', 'textbox')
  await keyboard.type('Chest pain')
  await goTo(/^Assign$/, 'button')
  await keyboard.press('Enter')
  await expect(bedCard(page, bed)).toContainText('Occupied')
  await expect(bedCard(page, bed)).toBeFocused()

  await goTo(/^Discharge/, 'button')
  await keyboard.press('Enter')
  await goTo('Home', 'radio')
  await keyboard.press('Space')
  await goTo(/^Discharge Asha/, 'button')
  await keyboard.press('Enter')
  await expect(bedCard(page, bed)).toContainText('Available')
  await expect(bedCard(page, bed)).toBeFocused()

  await openBeds(page, `?search=${bed.bedNumber}`)
  await goTo(/^Assign Patient/, 'button')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(bedCard(page, bed).getByRole('button', { name: 'Assign Patient' })).toBeFocused()
})

test('nothing is lost on a phone of 390 or 320 px', async ({ browser }) => {
  const admin = await pageOf(browser, 'admin')
  const bed = await bedIn(admin, 'PEDIATRIC')
  const patient = await registered(admin, { firstName: 'Maximilian Alexander Theophilus' })
  await admitted(admin, bed, patient)
  const widths = [390, 320]
  async function expectFits() {
    for (const width of widths) {
      await admin.setViewportSize({ width, height: 720 })
      const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      await expect.poll(() => admin.evaluate(tooWide), `${width} px`).toBeLessThanOrEqual(0)
    }
  }
  await admin.setViewportSize({ width: 390, height: 720 })
  await openBeds(admin, `?search=${bed.bedNumber}`)
  await expect(bedCard(admin, bed)).toContainText('Maximilian Alexander Theophilus')
  await expectFits()
  await admin.getByText('Details', { exact: true }).click()
  const row = admin.getByRole('table').getByRole('row').filter({ hasText: bed.bedNumber })
  await expect(row).toContainText('Maximilian Alexander Theophilus')
  await expectFits()
  await row.getByRole('button', { name: /^Discharge/ }).click()
  await expectFits()
  const confirm = admin.getByRole('button', { name: /^Discharge Maximilian/ })
  for (const width of widths) {
    await admin.setViewportSize({ width, height: 720 })
    await expect(confirm, `${width} px`).toBeInViewport()
  }
})

test('an administrator takes back a death that was recorded by mistake', async ({ browser }) => {
  const [admin, desk] = [await pageOf(browser, 'admin'), await pageOf(browser, 'receptionist')]
  const patient = await registered(admin)
  const admissionDate = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const { id } = await admitted(admin, await bedIn(admin, 'GENERAL'), patient, { admissionDate })
  for (const page of [desk, admin]) await page.goto(`/patients/${patient.id}`)
  await expect(desk.getByRole('link', { name: 'New Appointment' })).toBeVisible()
  // An open record shows the death at once, and no longer offers what is impossible.
  await call(admin.request, 'POST', `/admissions/${id}/discharge`, { destination: 'DIED' })
  for (const page of [desk, admin]) await expect(page.getByText('Deceased').first()).toBeVisible()
  await expect(desk.getByRole('region', { name: 'Patient', exact: true })).toContainText('Died')
  await expect(desk.getByRole('link', { name: 'New Appointment' })).toBeHidden()
  await expect(desk.getByRole('button', { name: 'Admit Patient' })).toBeHidden()
  await expect(desk.getByRole('button', { name: 'Correct Recorded Death' })).toHaveCount(0)

  await admin.getByRole('button', { name: 'Correct Recorded Death' }).click()
  const dialog = admin.getByRole('dialog', { name: /^Correct the recorded death of/ })
  await expect(dialog).toContainText('appointments that the death cancelled stay cancelled')
  await dialog.getByRole('button', { name: 'Correct recorded death' }).click()
  await expect(dialog.getByRole('link', { name: 'Reason is required' })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The patient in the next bed was meant')
  await dialog.getByRole('button', { name: 'Correct recorded death' }).click()
  await expect(toast(admin, 'is corrected')).toBeVisible()

  // The desk is notified, and may admit again.
  await expect(desk.getByText('Deceased')).toHaveCount(0)
  await expect(desk.getByRole('button', { name: 'Admit Patient' })).toBeVisible()
  await desk.getByRole('tab', { name: 'Admissions' }).click()
  await desk.getByRole('button', { name: /^Details of the admission/ }).click()
  await expect(desk.getByRole('dialog')).toContainText('The patient in the next bed was meant')
  await expect(desk.getByRole('dialog').getByText(/^Entered \d+ \w+ \d{4}.* by \S+/)).toBeVisible()
  await desk.keyboard.press('Escape')
  await desk.evaluate('window.print = () => {}')
  await desk.getByRole('button', { name: 'Print Record' }).click()
  await expect(desk.locator('[data-print-sheet]')).toContainText(
    /Died\s*Death recorded in error: .*: The patient in the next bed was meant/,
  )
})

test('Back leads to what the board showed, however soon it was left', async ({ browser }) => {
  const desk = await pageOf(browser, 'receptionist')
  await openBeds(desk)
  await desk.evaluate(`
    document.querySelector('input[type="radio"][value="OCCUPIED"]').click()
    document.querySelector('nav a[href="/patients"]').click()`)
  await expect(desk.getByRole('searchbox', { name: /patients/i })).toBeVisible()
  await desk.goBack()
  await expect(desk).toHaveURL(/\/beds\?status=OCCUPIED/)
})

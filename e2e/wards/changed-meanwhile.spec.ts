import { expect, type Locator, type Page } from '@playwright/test'
import { admitted, bedCard, bedIn, openBeds } from '../bed-people.ts'
import { call, pageOf, test } from '../people.ts'
import { registered } from '../queue-people.ts'

/** What happens on a ward while a colleague has the same bed or patient on the screen. */

async function openAct(page: Page, bed: { bedNumber: string }, act: string): Promise<Locator> {
  await openBeds(page, `?search=${bed.bedNumber}`)
  await bedCard(page, bed).getByRole('button', { name: 'More for' }).click()
  await page.getByRole('menuitem', { name: act }).click()
  return page.getByRole('dialog')
}

test('a press on Mark Available that comes late discharges nobody', async ({ browser }) => {
  const admin = await pageOf(browser, 'admin')
  const bed = await bedIn(admin, 'ICU', { status: 'MAINTENANCE' })
  const patient = await registered(admin)
  const desk = await pageOf(browser, 'receptionist')
  await openBeds(desk, `?search=${bed.bedNumber}`)
  await desk.route(`**/api/beds/${bed.id}`, async (route) => {
    await call(admin.request, 'PUT', `/beds/${bed.id}`, { status: 'AVAILABLE' })
    await admitted(admin, bed, patient)
    await route.continue()
  })
  await bedCard(desk, bed).getByRole('button', { name: 'Mark Available' }).click()
  await expect(desk.getByRole('alert')).toContainText(
    `Bed ${bed.bedNumber} is no longer in maintenance. It is now occupied.`,
  )
  await expect(bedCard(desk, bed)).toContainText(patient.lastName.toUpperCase())
})

test('an edit of a bed in maintenance changes the reason that the board shows', async ({ browser }) => {
  const admin = await pageOf(browser, 'admin')
  const bed = await bedIn(admin, 'ICU', { notes: 'By the window' })
  await call(admin.request, 'PUT', `/beds/${bed.id}`, { status: 'MAINTENANCE', notes: 'Broken rail' })
  const dialog = await openAct(admin, bed, 'Edit Bed')
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Broken rail, part ordered')
  await dialog.getByRole('button', { name: /^Update bed/ }).click()
  await expect(bedCard(admin, bed)).toContainText('Broken rail, part ordered')
  await bedCard(admin, bed).getByRole('button', { name: 'Mark Available' }).click()
  await expect(bedCard(admin, bed)).toContainText('By the window')
})

test('the reason that a colleague gave for maintenance stays', async ({ browser }) => {
  const admin = await pageOf(browser, 'admin')
  const bed = await bedIn(admin, 'ICU')
  const desk = await pageOf(browser, 'receptionist')
  const dialog = await openAct(desk, bed, 'Set Maintenance')
  await dialog.getByLabel('Reason').fill('New mattress')
  await desk.route(`**/api/beds/${bed.id}`, async (route) => {
    await call(admin.request, 'PUT', `/beds/${bed.id}`, { status: 'MAINTENANCE', notes: 'Broken rail' })
    await route.continue()
  })
  await dialog.getByRole('button', { name: /^Set .* to maintenance$/ }).click()
  await expect(desk.getByText('is no longer available. It is now in maintenance.')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('New mattress')
  await expect(bedCard(desk, bed)).toContainText('Broken rail')

  // It says why it can't be sent again; what was typed is there again once the bed is available.
  const submit = dialog.getByRole('button', { name: /^Set .* to maintenance$/ })
  const notice = dialog.getByRole('alert').filter({ hasText: 'was already set to maintenance' })
  await expect(notice).toContainText('Reason: Broken rail. An administrator can change it with Edit Bed.')
  await expect(submit).toBeDisabled()
  await desk.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await desk.unroute(`**/api/beds/${bed.id}`)
  await call(admin.request, 'PUT', `/beds/${bed.id}`, { status: 'AVAILABLE' })
  await openAct(desk, bed, 'Set Maintenance')
  await expect(dialog.getByLabel('Reason')).toHaveValue('New mattress')
  await submit.click()
  await expect(bedCard(desk, bed)).toContainText('New mattress')
})

test('an edit of a bed that a colleague took out of use meanwhile shows the reason, and goes on from it', async ({
  browser,
}) => {
  const [admin, colleague] = [await pageOf(browser, 'admin'), await pageOf(browser, 'admin')]
  const bed = await bedIn(admin, 'ICU', { notes: 'By the window' })
  const dialog = await openAct(admin, bed, 'Edit Bed')
  const notes = dialog.getByRole('textbox', { name: 'Notes' })
  await notes.fill('Part ordered')
  await call(colleague.request, 'PUT', `/beds/${bed.id}`, { status: 'MAINTENANCE', notes: 'Broken rail' })
  await expect(dialog).toContainText('These notes give the reason for maintenance.')
  await dialog.getByRole('button', { name: /^Update bed/ }).click()
  const conflict = dialog.getByRole('region', { name: /changed this bed/ })
  await expect(conflict).toContainText('Broken rail')
  await expect(notes).toHaveValue('Part ordered')
  await dialog.getByRole('button', { name: /^Update bed/ }).click()
  await expect(dialog).toBeHidden()
  await expect(bedCard(admin, bed)).toContainText('Part ordered')
  await bedCard(admin, bed).getByRole('button', { name: 'Mark Available' }).click()
  await expect(bedCard(admin, bed)).toContainText('By the window')
})

test('a colleague’s transfer is not undone by whoever saw the patient where they lay', async ({
  browser,
}) => {
  const admin = await pageOf(browser, 'admin')
  const beds = [await bedIn(admin, 'ICU'), await bedIn(admin, 'ICU'), await bedIn(admin, 'ICU')] as const
  const admission = await admitted(admin, beds[0], await registered(admin))
  const desk = await pageOf(browser, 'receptionist')
  const dialog = await openAct(desk, beds[0], 'Transfer')
  await dialog.getByLabel('Reason').fill('Stable for a day')
  await call(admin.request, 'POST', `/admissions/${admission.id}/transfer`, { bedId: beds[1].id })
  await dialog.getByText(beds[2].bedNumber, { exact: true }).click()
  await dialog.getByRole('button', { name: `to ${beds[2].bedNumber}` }).click()
  await expect(dialog).toContainText(`The patient was just moved to ${beds[1].bedNumber}.`)
  await expect(dialog.getByLabel('Reason')).toHaveValue('Stable for a day')

  // Pressed again, it moves the patient from where they are now.
  await expect(dialog).toContainText(`Current bed: ${beds[1].bedNumber}, ICU`)
  await dialog.getByRole('button', { name: `to ${beds[2].bedNumber}` }).click()
  await expect(dialog).toBeHidden()
  await expect(desk.getByText(`Bed ${beds[1].bedNumber} is available`)).toBeVisible()
  const stays = await call(desk.request, 'GET', `/admissions/${admission.id}/stays`)
  expect(stays.map(({ bedId, reason }: { bedId: string; reason: string }) => ({ bedId, reason }))).toEqual([
    { bedId: beds[0].id, reason: null },
    { bedId: beds[1].id, reason: null },
    { bedId: beds[2].id, reason: 'Stable for a day' },
  ])
})

test('on the record a colleague’s discharge leaves what is typed', async ({ browser }) => {
  const admin = await pageOf(browser, 'admin')
  const patient = await registered(admin)
  const admission = await admitted(admin, await bedIn(admin, 'ICU'), patient)
  const desk = await pageOf(browser, 'receptionist')
  await desk.goto(`/patients/${patient.id}`)
  await desk.getByRole('button', { name: 'Discharge', exact: true }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Home' }).check()
  await dialog.getByLabel('Discharge summary').fill('Walks without help')
  await call(admin.request, 'POST', `/admissions/${admission.id}/discharge`, { destination: 'HOME' })
  await expect(desk.getByText('No current admission')).toBeVisible()
  await dialog.getByRole('button', { name: /^Discharge Asha/ }).click()
  await expect(desk.getByText('The patient has already been discharged.')).toBeVisible()
  await expect(dialog.getByLabel('Discharge summary')).toHaveValue('Walks without help')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('on the record a colleague’s admission leaves what is typed', async ({ browser }) => {
  const admin = await pageOf(browser, 'admin')
  const patient = await registered(admin)
  const bed = await bedIn(admin, 'ICU')
  const desk = await pageOf(browser, 'receptionist')
  await desk.goto(`/patients/${patient.id}`)
  await desk.getByRole('button', { name: 'Admit Patient' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Diagnosis' }).fill('Renal colic')
  await admitted(admin, bed, patient)
  await expect(desk.getByText(`${bed.bedNumber}, ICU`).first()).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Diagnosis' })).toHaveValue('Renal colic')
})

test('the past shows its beds whatever was filtered before', async ({ browser }) => {
  const desk = await pageOf(browser, 'receptionist')
  await openBeds(desk, '?status=MAINTENANCE')
  await desk.getByRole('button', { name: 'Bed history' }).click()
  await desk.getByRole('button', { name: 'Show the beds' }).click()
  await expect(desk.getByText(/^Showing beds at/)).toBeVisible()
  await expect(desk.getByRole('article').first()).toBeVisible()

  // An address that asks for it shows them, too.
  const { searchParams } = new URL(desk.url())
  await openBeds(desk, `?at=${encodeURIComponent(searchParams.get('at') ?? '')}&status=MAINTENANCE`)
  await expect(desk.getByText(/^Showing beds at/)).toBeVisible()
  await expect(desk.getByRole('article').first()).toBeVisible()
})

test('a bed that a colleague deletes says so in the dialog, with what is typed', async ({ browser }) => {
  const admin = await pageOf(browser, 'admin')
  const bed = await bedIn(admin, 'ICU')
  const colleague = await pageOf(browser, 'admin')
  const dialog = await openAct(admin, bed, 'Edit Bed')
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('By the window')
  await call(colleague.request, 'DELETE', `/beds/${bed.id}`)
  await expect(dialog.getByRole('alert')).toContainText('This bed was deleted while you were editing')
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toHaveValue('By the window')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('whoever is being admitted to a bed that a colleague deletes is offered another', async ({
  browser,
}) => {
  const admin = await pageOf(browser, 'admin')
  const [wanted, spare] = [await bedIn(admin, 'ICU'), await bedIn(admin, 'ICU')]
  const desk = await pageOf(browser, 'receptionist')
  await openBeds(desk, `?search=${wanted.bedNumber}`)
  await bedCard(desk, wanted).getByRole('button', { name: 'Assign Patient' }).click()
  await desk.getByRole('textbox', { name: 'Diagnosis' }).fill('Concussion')
  await call(admin.request, 'DELETE', `/beds/${wanted.id}`)
  const notice = desk.getByRole('alert').filter({ hasText: `Bed ${wanted.bedNumber} can’t be used any more` })
  await notice.getByRole('button', { name: spare.bedNumber }).click()
  await expect(
    desk.getByRole('dialog', { name: `Assign Patient to ${spare.bedNumber}`, exact: true }),
  ).toBeVisible()
  await expect(desk.getByRole('textbox', { name: 'Diagnosis' })).toHaveValue('Concussion')
})

test('a draft that went to another bed opens for the bed that was pressed', async ({ browser }) => {
  const admin = await pageOf(browser, 'admin')
  const [wanted, spare] = [await bedIn(admin, 'ICU'), await bedIn(admin, 'ICU')]
  const desk = await pageOf(browser, 'receptionist')
  const press = async () => {
    await openBeds(desk, `?search=${wanted.bedNumber}`)
    await bedCard(desk, wanted).getByRole('button', { name: 'Assign Patient' }).click()
  }
  const dialogOf = ({ bedNumber }: { bedNumber: string }) =>
    desk.getByRole('dialog', { name: `Assign Patient to ${bedNumber}`, exact: true })
  await press()
  await desk.getByRole('textbox', { name: 'Diagnosis' }).fill('Concussion')
  const admission = await admitted(admin, wanted, await registered(admin))
  const notice = desk.getByRole('alert').filter({ hasText: 'was just taken' })
  await notice.getByRole('button', { name: spare.bedNumber }).click()
  await expect(dialogOf(spare)).toBeVisible()
  await expect
    .poll(() => desk.evaluate(() => Object.values(sessionStorage).join(' ')))
    .toMatch(new RegExp(`"bedId":"${spare.id}"`))
  await call(admin.request, 'POST', `/admissions/${admission.id}/discharge`, { destination: 'HOME' })
  await press()
  await expect(desk.getByText('Draft restored')).toBeVisible()
  await expect(dialogOf(wanted)).toBeVisible()
  await expect(desk.getByRole('textbox', { name: 'Diagnosis' })).toHaveValue('Concussion')
})

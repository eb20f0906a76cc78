import { expect, type Locator, type Page } from '@playwright/test'
import { admitted, type Bed, bedCard, bedIn, openBeds } from './bed-people.ts'
import { call, dear, pageOf, test } from './people.ts'
import { registered } from './queue-people.ts'

/**
 * Changes on a ward while a colleague has the same bed or patient on the screen. The refusals are tested in
 * `server/wards/admissions/routes.test`; these stories test what open screens send, show and keep.
 */

async function openAct(page: Page, bed: { bedNumber: string }, act: string): Promise<Locator> {
  await bedCard(page, bed).getByRole('button', { name: 'More for' }).click()
  await page.getByRole('menuitem', { name: act }).click()
  return page.getByRole('dialog')
}

test('what a colleague did to a bed is said in the form that is open, and nothing typed is lost', async ({
  browser,
}) => {
  dear('one bed goes through all that a colleague can do to it')
  const [page, colleague] = [await pageOf(browser, 'admin'), await pageOf(browser, 'admin')]
  const bed = await bedIn(colleague, 'ICU', { notes: 'By the window' })
  const change = (fields: object) => call(colleague.request, 'PUT', `/beds/${bed.id}`, fields)
  await openBeds(page, `?search=${bed.bedNumber}`)
  const card = bedCard(page, bed)

  // An edit shows the reason that a colleague gave for maintenance, and can then be saved.
  const dialog = await openAct(page, bed, 'Edit Bed')
  const notes = dialog.getByRole('textbox', { name: 'Notes' })
  await notes.fill('Part ordered')
  await change({ status: 'MAINTENANCE', notes: 'Broken rail' })
  await expect(dialog).toContainText('These notes give the reason for maintenance.')
  await dialog.getByRole('button', { name: /^Update bed/ }).click()
  const conflict = dialog.getByRole('region', { name: /changed this bed/ })
  await expect(conflict).toContainText('Broken rail')
  await expect(notes).toHaveValue('Part ordered')
  await dialog.getByRole('button', { name: /^Update bed/ }).click()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('Part ordered')
  await card.getByRole('button', { name: 'Mark Available' }).click()
  await expect(card).toContainText('By the window')

  // The form for maintenance shows the colleague's reason, and can't be sent again while the bed is in maintenance.
  await openAct(page, bed, 'Set Maintenance')
  await dialog.getByLabel('Reason').fill('New mattress')
  await page.route(
    `**/api/beds/${bed.id}`,
    async (route) => {
      await change({ status: 'MAINTENANCE', notes: 'Broken wheel' })
      await route.continue()
    },
    { times: 1 },
  )
  const submit = dialog.getByRole('button', { name: /^Set .* to maintenance$/ })
  await submit.click()
  await expect(page.getByText('is no longer available. It is now in maintenance.')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('New mattress')
  await expect(card).toContainText('Broken wheel')
  const notice = dialog.getByRole('alert').filter({ hasText: 'was already set to maintenance' })
  await expect(notice).toContainText('Reason: Broken wheel. An administrator can change it with Edit Bed.')
  await expect(submit).toBeDisabled()
  // The typed text is there again once the bed is available.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await change({ status: 'AVAILABLE' })
  await expect(card).toContainText('By the window')
  await openAct(page, bed, 'Set Maintenance')
  await expect(dialog.getByLabel('Reason')).toHaveValue('New mattress')
  await submit.click()
  await expect(card).toContainText('New mattress')

  // A late press on Mark Available must not discharge the next patient.
  const patient = await registered(colleague)
  const admissions: { id: string }[] = []
  await page.route(
    `**/api/beds/${bed.id}`,
    async (route) => {
      await change({ status: 'AVAILABLE' })
      admissions.push(await admitted(colleague, bed, patient))
      await route.continue()
    },
    { times: 1 },
  )
  await card.getByRole('button', { name: 'Mark Available' }).click()
  await expect(page.getByRole('alert')).toContainText(
    `Bed ${bed.bedNumber} is no longer in maintenance. It is now occupied.`,
  )
  await expect(card).toContainText(patient.lastName.toUpperCase())

  // A bed that is deleted says so in the dialog.
  await call(colleague.request, 'POST', `/admissions/${admissions[0]?.id}/discharge`, { destination: 'HOME' })
  await openAct(page, bed, 'Edit Bed')
  await notes.fill('At the wall')
  await call(colleague.request, 'DELETE', `/beds/${bed.id}`)
  await expect(dialog.getByRole('alert')).toContainText('This bed was deleted while you were editing')
  await expect(notes).toHaveValue('At the wall')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

// Admission, transfer and discharge on one open record: about 6 s of a core.
test('on the record what is typed stays, and a colleague’s transfer is not undone', async ({ browser }) => {
  const [desk, colleague] = [await pageOf(browser, 'receptionist'), await pageOf(browser, 'admin')]
  const patient = await registered(colleague)
  const beds = [
    await bedIn(colleague, 'ICU'),
    await bedIn(colleague, 'ICU'),
    await bedIn(colleague, 'ICU'),
  ] as const
  await desk.goto(`/patients/${patient.id}`)
  const dialog = desk.getByRole('dialog')
  const current = desk.getByRole('region', { name: 'Current Admission' })

  await desk.getByRole('button', { name: 'Admit Patient' }).click()
  await dialog.getByRole('textbox', { name: 'Diagnosis' }).fill('Renal colic')
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const admission = await admitted(colleague, beds[0], patient, { admissionDate: threeDaysAgo })
  await expect(current).toContainText(`${beds[0].bedNumber}, ICU`)
  // An admission entered after it began shows who entered it and when.
  await expect(current.getByText(/^Entered \d+ \w+ \d{4}.* by \S+/)).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Diagnosis' })).toHaveValue('Renal colic')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await current.getByRole('button', { name: 'Transfer' }).click()
  await dialog.getByLabel('Reason').fill('Stable for a day')
  await call(colleague.request, 'POST', `/admissions/${admission.id}/transfer`, { bedId: beds[1].id })
  await dialog.getByText(beds[2].bedNumber, { exact: true }).click()
  await dialog.getByRole('button', { name: `to ${beds[2].bedNumber}` }).click()
  await expect(dialog).toContainText(`The patient was just moved to ${beds[1].bedNumber}.`)
  await expect(dialog.getByLabel('Reason')).toHaveValue('Stable for a day')
  // A second press moves the patient from their present bed.
  await expect(dialog).toContainText(`Current bed: ${beds[1].bedNumber}, ICU`)
  await dialog.getByRole('button', { name: `to ${beds[2].bedNumber}` }).click()
  await expect(dialog).toBeHidden()
  await expect(desk.getByText(`Bed ${beds[1].bedNumber} is available`)).toBeVisible()
  const stays: { bedId: string }[] = await call(desk.request, 'GET', `/admissions/${admission.id}/stays`)
  expect(stays.map(({ bedId }) => bedId)).toEqual(beds.map(({ id }) => id))

  await current.getByRole('button', { name: 'Discharge', exact: true }).click()
  await dialog.getByRole('radio', { name: 'Home' }).check()
  await call(colleague.request, 'POST', `/admissions/${admission.id}/discharge`, { destination: 'HOME' })
  await expect(desk.getByText('No current admission')).toBeVisible()
  await dialog.getByRole('button', { name: /^Discharge Asha/ }).click()
  await expect(desk.getByText('The patient has already been discharged.')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'Home' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('a patient who is being admitted to a bed that was deleted, or just taken, is offered another', async ({
  browser,
}) => {
  dear('two people at the beds')
  const admin = await pageOf(browser, 'admin')
  const [gone, wanted, spare] = [
    await bedIn(admin, 'ICU'),
    await bedIn(admin, 'ICU'),
    await bedIn(admin, 'ICU'),
  ]
  const desk = await pageOf(browser, 'receptionist')
  const dialogOf = ({ bedNumber }: Bed) =>
    desk.getByRole('dialog', { name: `Assign Patient to ${bedNumber}`, exact: true })
  const diagnosis = desk.getByRole('textbox', { name: 'Diagnosis' })
  const press = async (bed: Bed) => {
    await openBeds(desk, `?search=${bed.bedNumber}`)
    await bedCard(desk, bed).getByRole('button', { name: 'Assign Patient' }).click()
  }
  await press(gone)
  await diagnosis.fill('Sprain')
  await call(admin.request, 'DELETE', `/beds/${gone.id}`)
  const lost = desk.getByRole('alert').filter({ hasText: `Bed ${gone.bedNumber} can no longer be used` })
  await lost.getByRole('button', { name: spare.bedNumber }).click()
  await expect(dialogOf(spare)).toBeVisible()
  await expect(diagnosis).toHaveValue('Sprain')

  await press(wanted)
  await diagnosis.fill('Concussion')
  const admission = await admitted(admin, wanted, await registered(admin))
  const taken = desk
    .getByRole('alert')
    .filter({ hasText: `Bed ${wanted.bedNumber} was just taken by another patient` })
  await expect(diagnosis).toHaveValue('Concussion')
  await taken.getByRole('button', { name: spare.bedNumber }).click()
  await expect(dialogOf(spare)).toBeVisible()
  // The draft is now for another bed. It opens for the bed on which it is pressed.
  await expect
    .poll(() => desk.evaluate(() => Object.values(sessionStorage).find((draft) => /Concussion/.test(draft))))
    .toContain(`"bedId":"${spare.id}"`)
  await call(admin.request, 'POST', `/admissions/${admission.id}/discharge`, { destination: 'HOME' })
  await press(wanted)
  await expect(desk.getByText('Draft restored')).toBeVisible()
  await expect(dialogOf(wanted)).toBeVisible()
  await expect(diagnosis).toHaveValue('Concussion')
})

import { expect, type Page } from '@playwright/test'
import { dear, pageOf, test } from '../people.ts'
import { booked, card, doctorOf, openQueue, queued, registered } from '../queue-people.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name }).click()

test('a visit is lived from the queue over vital signs, a note and a medicine to a printed record; a colleague sees all of it happen', async ({
  browser,
}) => {
  dear('three people live a whole visit, and print it')
  const [desk, admin] = [await pageOf(browser, 'receptionist'), await pageOf(browser, 'admin')]
  const { page: room, doctor } = await doctorOf(browser)
  await room.addInitScript('window.print = () => {}')
  await desk.addInitScript('window.print = () => {}')
  const patient = await registered(desk, { allergies: 'Penicillin' })
  const visit = await booked(desk, patient, doctor, { time: '09:00' })
  await admin.goto(`/patients/${patient.id}?tab=timeline`)
  const timeline = admin.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('Allergy reportedPenicillin')

  await queued(desk, visit)
  await openQueue(room, patient.lastName)
  await card(room, 'In Queue', patient).getByRole('button', { name: 'Start' }).click()
  await expect(card(room, 'In Progress', patient)).toBeVisible()
  await expect(timeline.getByRole('listitem').first()).toContainText(
    /Visit.*General with Dr Nina.*In progress/s,
  )

  await room.goto(`/patients/${patient.id}?act=vitals`)
  await field(room, 'Temperature').fill('38.4')
  await field(room, 'Pulse').fill('210')
  await press(room, 'Record Vital Signs')
  await expect(room.getByRole('region', { name: 'Check before saving' })).toContainText('A pulse of 210')
  await field(room, 'Pulse').fill('112')
  await press(room, 'Record Vital Signs')
  await expect(timeline).toContainText(/Vital signs\s*Temperature 38.4 °C\s*High\s*Pulse 112 \/min\s*High/)

  const medications = room.getByRole('region', { name: 'Current Medications' })
  await medications.getByRole('button', { name: 'Prescribe' }).click()
  await dialog(room).getByLabel('Medicine').fill('Amoxicillin 500 mg')
  await dialog(room).getByLabel('Dose').fill('1')
  for (const [choice, typed] of [
    ['Unit', 'tab'],
    ['Route', 'oral'],
    ['Frequency', 'every 8'],
  ] as const) {
    await dialog(room).getByRole('combobox', { name: choice }).fill(typed)
    await room.keyboard.press('Tab')
  }
  await press(room, 'Prescribe')
  const why = dialog(room).getByLabel('Reason to prescribe it despite the allergy')
  await expect(why).toHaveAccessibleDescription(/Give a reason, or choose another medicine/)
  await why.fill('Tolerated it in May')
  await press(room, 'Prescribe')
  await expect(medications).toContainText('Given despite allergy to Penicillin: Tolerated it in May')

  await openQueue(room, patient.lastName)
  await card(room, 'In Progress', patient).getByRole('button', { name: 'Visit Note' }).click()
  await field(room, 'Assessment').fill('Chest infection')
  await press(room, 'Sign Note')
  await expect(dialog(room)).toBeHidden()
  await card(room, 'In Progress', patient).getByRole('button', { name: 'Complete' }).click()
  await expect(card(room, 'Completed', patient)).toBeVisible()

  // A colleague's open screen has all of it without a reload, the newest first.
  await expect(timeline.getByRole('listitem')).toHaveText([
    /Medication prescribed.*Amoxicillin/s,
    /Vital signs/,
    /Visit note.*Chest infection/s,
    /Visit.*Completed/s,
    /Allergy reportedPenicillin/,
  ])
  await admin.getByRole('combobox', { name: 'Show' }).fill('visit n')
  await admin.keyboard.press('Enter')
  await expect(admin).toHaveURL(/kind=notes/)
  await expect(timeline.getByRole('listitem')).toHaveText([/Chest infection/])

  await room.goto(`/patients/${patient.id}`)
  await room.getByRole('button', { name: 'Print Record' }).click()
  const sheet = room.locator('[data-print-sheet]')
  await expect(sheet).toContainText(
    /Allergies\s*Penicillin.*Amoxicillin 500\smg.*Tolerated it in May.*38\.4.*112.*Visit of.*Chest infection.*Completed.*Printed by Nina/s,
  )
  // Signs that were not taken stay empty, because a doctor would take any value for an observation.
  await expect(sheet.getByText('not alert', { exact: false })).toHaveCount(0)
  // Reception's record holds the visit and the allergies, and nothing else that a doctor wrote.
  await desk.goto(`/patients/${patient.id}?tab=timeline&kind=vitals`)
  await expect(desk.getByRole('region', { name: 'Timeline' }).getByRole('listitem')).toHaveText([
    /Visit.*Completed/s,
    /Allergy reportedPenicillin/,
  ])
  await desk.getByRole('button', { name: 'Print Record' }).click()
  await expect(desk.locator('[data-print-sheet]')).toContainText(/Penicillin.*Completed/s)
  await expect(desk.locator('[data-print-sheet]')).not.toContainText(
    /Vital|Medications|Amoxicillin|Notes|38\.4/,
  )
})

import { type Browser, expect } from '@playwright/test'
import { call, countPresses, dear, pageOf, test } from '../people.ts'
import {
  booked,
  card,
  doctorOf,
  hospitalDay,
  openQueue,
  queued,
  registered,
  withoutEmergencies,
} from '../queue-people.ts'
import { openScreen } from '../screens/open.ts'

test('a consultation takes six presses on one screen, and goes on to the next patient’s record', async ({
  browser,
}) => {
  dear('two people, and a whole visit')
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  const [first, second] = [await registered(desk), await registered(desk)]
  await withoutEmergencies(desk)
  await queued(desk, await booked(desk, first, doctor, { time: '09:00' }))
  await queued(desk, await booked(desk, second, doctor, { time: '09:30' }))
  await openQueue(desk, '')
  const bar = room.getByRole('region', { name: 'Consultation' })
  const banner = room.getByRole('region', { name: 'Patient', exact: true })
  const note = room.getByRole('region', { name: 'Visit Note' })
  const dialog = room.getByRole('dialog')

  await openQueue(room, '')
  const presses = await countPresses(room)
  await room.getByRole('button', { name: 'Call next' }).click()
  await expect(banner).toContainText(first.mrn)
  await expect(bar).toContainText(/In progress since .* · General/)
  await expect(note).toContainText('No earlier note')
  await expect(note.getByRole('textbox', { name: 'Reason for visit' })).toBeFocused()
  await room.keyboard.type('Cough for a week')
  for (const text of ['Crackles at the left base', 'Chest infection', 'Antibiotics; back in a week']) {
    await room.keyboard.press('Tab')
    await room.keyboard.type(text)
  }

  await room
    .getByRole('region', { name: 'Recent Vital Signs' })
    .getByRole('button', { name: 'Record Vital Signs' })
    .click()
  await dialog.getByRole('textbox', { name: 'Temperature' }).fill('38.4')
  await dialog.getByRole('button', { name: 'Record Vital Signs' }).click()
  await expect(dialog).toBeHidden()

  const medications = room.getByRole('region', { name: 'Current Medications' })
  await medications.getByRole('button', { name: 'Prescribe' }).click()
  await dialog.getByLabel('Medicine').fill('Paracetamol 500 mg')
  await dialog.getByLabel('Dose').fill('1')
  for (const [name, typed] of [
    ['Unit', 'tab'],
    ['Route', 'oral'],
    ['Frequency', 'every 8'],
  ] as const) {
    await dialog.getByRole('combobox', { name }).fill(typed)
    await room.keyboard.press('Tab')
  }
  await dialog.getByRole('button', { name: 'Prescribe' }).click()
  await expect(medications).toContainText('Paracetamol')

  await bar.getByRole('button', { name: 'Sign, complete and call next' }).click()
  await expect(room).toHaveURL(`/patients/${second.id}`)
  await expect(banner).toContainText(second.mrn)
  expect(await presses()).toBeLessThanOrEqual(6)

  await expect(card(desk, 'Completed', first)).toBeVisible()
  await expect(card(desk, 'In Progress', second)).toBeVisible()
  const notes = await pageOf(browser, 'admin')
  await notes.goto(`/patients/${first.id}?tab=timeline`)
  await expect(notes.getByRole('region', { name: 'Timeline' })).toContainText(/Visit note.*Chest infection/s)
  // Reception sees the record without the consultation.
  await openScreen(desk, `/patients/${second.id}`)
  await expect(desk.getByRole('region', { name: 'Patient', exact: true })).toContainText(second.mrn)
  await expect(desk.getByRole('region', { name: 'Consultation' })).toHaveCount(0)
})

test('the note of a consultation is kept through a narrow screen, and through the end of the visit', async ({
  browser,
}) => {
  const { room, patient, visit } = await inConsultation(browser)
  const bar = room.getByRole('region', { name: 'Consultation' })
  const note = room.getByRole('region', { name: 'Visit Note' })
  await openScreen(room, `/patients/${patient.id}`)
  await note.getByRole('textbox', { name: 'Assessment' }).fill('Chest infection')
  await expect(bar.getByRole('button', { name: /^Sign(,| and) complete/ })).toBeVisible()

  await room.setViewportSize({ width: 768, height: 1024 })
  await expect(note).toHaveCount(0)
  await expect(bar).toContainText('Your visit note has unsaved changes')
  await bar.getByRole('button', { name: 'Visit Note' }).click()
  await expect(room.getByRole('dialog').getByRole('textbox', { name: 'Assessment' })).toHaveValue(
    'Chest infection',
  )
  await room.keyboard.press('Escape')
  await expect(bar.getByRole('button', { name: 'Visit Note' })).toBeFocused()

  await room.setViewportSize({ width: 1366, height: 768 })
  await expect(note.getByRole('textbox', { name: 'Assessment' })).toHaveValue('Chest infection')
  await call(room.request, 'PUT', `/appointments/${visit.id}`, { status: 'COMPLETED' })
  await expect(bar).toHaveCount(0)
  await note.getByRole('button', { name: 'Sign Note' }).click()
  await expect(room.getByText('Visit note signed')).toBeVisible()
  await expect(note).toHaveCount(0)
})

test('a follow-up is booked in the consultation, beside a note that stays as it is', async ({ browser }) => {
  dear('two people, and a booking that both follow')
  const { desk, room, patient } = await inConsultation(browser)
  const inTwoWeeks = await hospitalDay(desk, 14)
  await openQueue(desk, '', `&date=${inTwoWeeks}`)

  const bar = room.getByRole('region', { name: 'Consultation' })
  const note = room.getByRole('region', { name: 'Visit Note' })
  const dialog = room.getByRole('dialog')
  await openScreen(room, `/patients/${patient.id}`)
  await note.getByRole('textbox', { name: 'Plan' }).fill('Back in two weeks')
  const presses = await countPresses(room)
  await bar.getByRole('button', { name: 'Book Follow-Up' }).click()
  await dialog.getByRole('button', { name: '2 weeks' }).click()
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Check the chest again')

  // After it was closed by accident, it opens again as it was.
  await room.keyboard.press('Escape')
  await expect(bar.getByRole('button', { name: 'Book Follow-Up' })).toBeFocused()
  await room.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toHaveValue('Check the chest again')
  await dialog.getByRole('group', { name: 'Next free' }).getByRole('button', { name: '9:00 AM' }).click()
  await dialog.getByRole('button', { name: 'Book follow-up' }).click()
  await expect(dialog).toBeHidden()
  expect(await presses()).toBe(4)

  await expect(room.getByText('Follow-up booked')).toBeVisible()
  await expect(room).toHaveURL(`/patients/${patient.id}`)
  await expect(note.getByRole('textbox', { name: 'Plan' })).toHaveValue('Back in two weeks')
  await expect(room.getByRole('region', { name: 'Upcoming Appointments' })).toContainText(
    /9:00\sAM.*Follow-up/s,
  )
  await expect(card(desk, 'Scheduled', patient)).toContainText('Follow-up')

  // The dialog names the follow-up that is booked already.
  await bar.getByRole('button', { name: 'Book Follow-Up' }).click()
  await expect(dialog).toContainText('Already booked with you:')
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toHaveValue('')
})

/** A patient who is with a doctor, and the pages of the desk and of the doctor. */
async function inConsultation(browser: Browser) {
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  const patient = await registered(desk)
  const visit = await booked(desk, patient, doctor, { time: '09:00' })
  await queued(desk, visit)
  await call(room.request, 'PUT', `/appointments/${visit.id}`, { status: 'IN_PROGRESS' })
  return { desk, room, doctor, patient, visit }
}

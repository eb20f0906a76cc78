import { expect, type Page } from '@playwright/test'
import { call, dear, pageOf, reloadOnceKept, test } from '../people.ts'
import { booked, card, doctorOf, openQueue, queued, registered } from '../queue-people.ts'
import { openScreen } from '../screens/open.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Visit note of/ })
const part = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })
const said = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

test('a doctor writes the note of a visit, goes on after a reload, completes with a draft, signs it and amends', async ({
  browser,
}) => {
  dear('five screens on the way of a note')
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  const patient = await registered(desk, { allergies: 'Penicillin' })
  await queued(desk, await booked(desk, patient, doctor, { time: '09:00' }))
  await openQueue(room, patient.lastName)
  await card(room, 'In Queue', patient).getByRole('button', { name: 'Start' }).click()
  const openNote = (column: string) =>
    card(room, column, patient).getByRole('button', { name: 'Visit Note' }).click()

  await openNote('In Progress')
  await expect(part(room, 'Reason for visit')).toBeFocused()
  await expect(dialog(room)).toContainText('Allergies: Penicillin')
  await dialog(room).getByRole('button', { name: 'Sign Note' }).click()
  await expect(dialog(room).getByRole('alert')).toContainText('Write something in at least one field')
  await part(room, 'Reason for visit').fill('Cough for a week')
  await part(room, 'Findings').fill('Chest clear')
  await reloadOnceKept(room, 'Chest clear')

  await openNote('In Progress')
  await expect(dialog(room).getByText('Draft restored')).toBeVisible()
  await expect(part(room, 'Findings')).toHaveValue('Chest clear')
  await dialog(room).getByRole('button', { name: 'Save Draft' }).click()
  await expect(said(room, 'Draft saved')).toBeVisible()
  await card(room, 'In Progress', patient).getByRole('button', { name: 'Complete' }).click()
  await expect(said(room, 'Your visit note is kept as a draft')).toBeVisible()

  await openNote('Completed')
  await expect(part(room, 'Reason for visit')).toHaveValue('Cough for a week')
  await part(room, 'Plan').fill('Rest')
  await dialog(room).getByRole('button', { name: 'Sign Note' }).click()
  await expect(said(room, 'Visit note signed')).toBeVisible()

  await openNote('Completed')
  await expect(dialog(room)).toContainText(`Signed by Dr Nina ${doctor.lastName}`)
  await expect(dialog(room).getByRole('textbox')).toHaveCount(0)
  await dialog(room).getByRole('button', { name: 'Amend Note' }).click()
  await expect(part(room, 'Amendment')).toBeFocused()
  await part(room, 'Amendment').fill('The swab was negative.')
  await dialog(room).getByRole('button', { name: 'Add Amendment' }).click()
  await expect(dialog(room)).toContainText(`Amendment by Dr Nina ${doctor.lastName}`)
  await expect(dialog(room)).toContainText('The swab was negative.')
})

test('on the record an administrator reads a note, a doctor strikes it through, and reception sees none', async ({
  browser,
}) => {
  dear('three people open one record')
  const [desk, admin] = [await pageOf(browser, 'receptionist'), await pageOf(browser, 'admin')]
  const { page: room, doctor } = await doctorOf(browser)
  const patient = await registered(desk)
  const { id } = await booked(desk, patient, doctor, { time: '09:00' })
  await queued(desk, { id })
  await call(room.request, 'PUT', `/appointments/${id}`, { status: 'IN_PROGRESS' })
  const note = await call(room.request, 'POST', `/appointments/${id}/note`, { findings: 'Chest clear' })
  const onRecord = `/patients/${patient.id}?tab=appointments`
  await admin.goto(onRecord)
  await admin.getByRole('button', { name: /^Draft Note: / }).click()
  await expect(dialog(admin)).toContainText(`Draft by Dr Nina ${doctor.lastName}`)
  await call(room.request, 'POST', `/notes/${note.id}/sign`, { version: note.version })
  await expect(dialog(admin)).toContainText(`Signed by Dr Nina ${doctor.lastName}`)
  await expect(dialog(admin).getByRole('button', { name: 'Amend Note' })).toHaveCount(0)

  await openScreen(room, onRecord)
  await room.getByRole('button', { name: /^Visit Note: / }).click()
  await dialog(room).getByRole('button', { name: 'Mark as entered in error' }).click()
  await room.getByLabel('Reason').fill('Of the patient before')
  await room.getByRole('button', { name: 'Mark visit note as entered in error' }).click()
  await expect(dialog(admin)).toContainText('Entered in error: Of the patient before')
  await room.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(room.getByRole('button', { name: /^Write Note: / })).toBeFocused()

  // Reception can't see notes.
  await desk.goto(onRecord)
  await expect(desk.getByRole('table')).toContainText('In progress')
  await expect(desk.getByRole('button', { name: /Note: / })).toHaveCount(0)
  await openQueue(desk, patient.lastName)
  await expect(card(desk, 'In Progress', patient)).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Visit Note' })).toHaveCount(0)
})

test('the draft of a doctor who left is taken over by a colleague and signed, and says whose it was', async ({
  browser,
}) => {
  const [desk, admin] = [await pageOf(browser, 'receptionist'), await pageOf(browser, 'admin')]
  const { page: room, doctor } = await doctorOf(browser)
  const patient = await registered(desk)
  const { id } = await booked(desk, patient, doctor, { time: '09:00' })
  await queued(desk, { id })
  await call(room.request, 'PUT', `/appointments/${id}`, { status: 'IN_PROGRESS' })
  await call(room.request, 'POST', `/appointments/${id}/note`, { findings: 'Chest clear' })
  const colleague = await pageOf(browser, 'doctor')
  await colleague.goto(`/patients/${patient.id}?tab=appointments`)
  await colleague.getByRole('button', { name: /^Draft Note: / }).click()
  await expect(dialog(colleague)).toContainText('You can add an amendment once it is signed.')

  const member = await call(admin.request, 'GET', `/staff/${doctor.id}`)
  const left = { offeredRoles: ['doctor'], active: false }
  await call(admin.request, 'PUT', `/staff/${doctor.id}`, left, { 'if-match': `"${member.version}"` })
  await expect(dialog(colleague)).toContainText(`Dr Nina ${doctor.lastName} can no longer sign in`)
  await dialog(colleague).getByRole('button', { name: 'Take Over Draft' }).click()
  await expect(part(colleague, 'Findings')).toHaveValue('Chest clear')
  await part(colleague, 'Plan').fill('Rest')
  await dialog(colleague).getByRole('button', { name: 'Sign Note' }).click()
  await colleague.getByRole('button', { name: /^Visit Note: / }).click()
  await expect(dialog(colleague)).toContainText(/Signed by Dr Anika Mehta.*Begun by Dr Nina/)
})

test('what is typed into a note stays when a colleague writes it first, signs it or strikes it through', async ({
  browser,
}) => {
  dear('four windows on one note')
  const desk = await pageOf(browser, 'receptionist')
  const [{ page: room, doctor }, { page: other }] = [await doctorOf(browser), await doctorOf(browser)]
  const patient = await registered(desk)
  const { id } = await booked(desk, patient, doctor, { time: '09:00' })
  await queued(desk, { id })
  await call(room.request, 'PUT', `/appointments/${id}`, { status: 'IN_PROGRESS' })
  const third = await pageOf(browser, 'doctor')
  for (const page of [room, other, third]) await page.goto(`/patients/${patient.id}?tab=appointments`)
  const alert = (page: Page) => dialog(page).getByRole('alert')
  for (const page of [other, third]) await page.getByRole('button', { name: /^Write Note: / }).click()
  await part(other, 'Findings').fill('Wheeze on both sides')

  const note = await call(room.request, 'POST', `/appointments/${id}/note`, { findings: 'Chest clear' })
  await expect(alert(other)).toContainText(`This visit note was begun by Dr Nina ${doctor.lastName}`)
  await expect(part(other, 'Findings')).toHaveValue('Wheeze on both sides')
  await expect(dialog(other)).toContainText('Chest clear')
  await expect(dialog(other).getByRole('button', { name: 'Sign Note' })).toBeDisabled()
  // A colleague who has typed nothing reads the note.
  await expect(dialog(third)).toContainText('You can add an amendment once it is signed.')

  // Its author signs it in another tab.
  await room.getByRole('button', { name: /^Draft Note: / }).click()
  await part(room, 'Plan').fill('Rest')
  await call(room.request, 'POST', `/notes/${note.id}/sign`, { version: note.version })
  await expect(alert(room)).toContainText('This visit note was signed while you were editing')
  await expect(part(room, 'Plan')).toHaveValue('Rest')

  // The text is there again after the dialog was closed. Once it is discarded, the dialog shows the note.
  await expect(alert(other)).toContainText(`signed by Dr Nina ${doctor.lastName}`)
  await other.keyboard.press('Escape')
  await other.getByRole('button', { name: /^Visit Note: / }).click()
  await expect(part(other, 'Findings')).toHaveValue('Wheeze on both sides')
  await dialog(other).getByRole('button', { name: 'Discard draft' }).click()
  await expect(dialog(other).getByRole('button', { name: 'Close', exact: true }).last()).toBeFocused()
  await dialog(other).getByRole('button', { name: 'Amend Note' }).click()
  await part(other, 'Amendment').fill('The swab was negative.')
  await call(room.request, 'POST', `/notes/${note.id}/strike`, { reason: 'Of the patient before' })
  await expect(alert(other)).toContainText(
    'This visit note was marked as entered in error while you were editing',
  )
  await expect(part(other, 'Amendment')).toHaveValue('The swab was negative.')
  await expect(dialog(other)).toContainText('Entered in error: Of the patient before')
  await dialog(other).getByRole('button', { name: 'Cancel' }).click()
  await expect(part(other, 'Reason for visit')).toBeFocused()
  await expect(part(other, 'Findings')).toHaveValue('')

  // Another note can be written now, even with the text that was typed into the earlier one.
  await room.keyboard.press('Escape')
  await room.getByRole('button', { name: /^Write Note: / }).click()
  await expect(part(room, 'Plan')).toHaveValue('Rest')
  await expect(alert(room)).toContainText(
    'This visit note was marked as entered in error while you were editing',
  )
  await dialog(room).getByRole('button', { name: 'Discard draft' }).click()
  await expect(alert(room)).toHaveCount(0)
  await expect(part(room, 'Reason for visit')).toBeFocused()
  await part(room, 'Plan').fill('Rest')
  await dialog(room).getByRole('button', { name: 'Save Draft' }).click()
  await expect(said(room, 'Draft saved')).toBeVisible()
})

import { type Browser, expect, type Page } from '@playwright/test'
import { call, pageOf } from '../people.ts'
import { booked, card, doctorOf, openQueue, type Patient, queued, registered } from '../queue-people.ts'
import { openScreen } from './open.ts'
import { everywhere, type Tour } from './tour.ts'

export const visitNoteTours: Tour[] = [
  {
    name: 'visit notes',
    by: 'doctor',
    looks: everywhere,
    states: visitNotes,
  },
]

async function* visitNotes(page: Page, browser: Browser) {
  const desk = await pageOf(browser, 'receptionist')
  const { page: other, doctor } = await doctorOf(browser)
  await other.context().close()
  const patient = await registered(desk, { allergies: 'Penicillin' })
  const booking = await booked(desk, patient, doctor, { time: '09:00' })
  await queued(desk, booking)
  await call(page.request, 'PUT', `/appointments/${booking.id}`, { status: 'IN_PROGRESS' })
  const write = (texts: object) => call(page.request, 'POST', `/appointments/${booking.id}/note`, texts)
  const sign = ({ id, version }: { id: string; version: number }) =>
    call(page.request, 'POST', `/notes/${id}/sign`, { version })
  const wrong = await write({ findings: 'Swollen left knee' })
  await sign(wrong)
  await call(page.request, 'POST', `/notes/${wrong.id}/strike`, { reason: 'Of the patient before' })

  const open = async () => {
    await openQueue(page, patient.lastName, '&column=IN_PROGRESS')
    await card(page, 'In Progress', patient).getByRole('button', { name: 'Visit Note' }).click()
    await expect(page.getByRole('dialog')).toContainText('Entered in error')
  }
  await open()
  await page.getByRole('button', { name: 'Sign Note' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'at least one field' })).toBeFocused()
  yield 'writing, with an error'
  await openScreen(page, `/patients/${patient.id}`)
  const beside = page.getByRole('region', { name: 'Visit Note' })
  if ((page.viewportSize()?.width ?? 0) >= 992) await expect(beside).toContainText('No earlier note')
  await expect(page.getByRole('region', { name: 'Consultation' })).toBeVisible()
  yield 'the note on the record'
  const note = await write({
    reason: 'Cough for a week',
    findings: 'Chest clear.\nTemperature 37.1 °C.',
    assessment: 'Viral bronchitis',
    plan: 'Rest and fluids',
  })
  await sign(note)
  await call(page.request, 'POST', `/notes/${note.id}/amendments`, { text: 'The swab was negative.' })
  await open()
  await expect(page.getByText('The swab was negative.')).toBeVisible()
  yield 'a signed note, amended'
  await page.getByRole('button', { name: 'Amend Note' }).click()
  await expect(page.getByRole('textbox', { name: 'Amendment' })).toBeFocused()
  yield 'amending'
  await openScreen(page, `/patients/${patient.id}?tab=appointments`)
  await expect(page.getByRole('button', { name: /^Visit Note: / })).toBeVisible()
  yield 'the appointments of the record'
  await call(page.request, 'POST', `/patients/${patient.id}/vitals`, {
    pulse: 118,
    evenIfUnlikely: ['pulse'],
  })
  await openScreen(page, `/patients/${patient.id}?tab=timeline`)
  await expect(page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')).toHaveCount(5)
  yield 'the timeline of the record'
  await leftDraft(browser, desk, patient)
  await openScreen(page, `/patients/${patient.id}?tab=appointments`)
  await page.getByRole('button', { name: /^Draft Note: / }).click()
  await expect(page.getByRole('dialog')).toContainText('can no longer sign in')
  yield 'a draft whose author left'
}

/** Another visit of the patient, with a note that was begun by somebody who has left. */
async function leftDraft(browser: Browser, desk: Page, patient: Patient) {
  const { page: room, doctor } = await doctorOf(browser)
  const { id } = await booked(desk, patient, doctor, { time: '11:00' })
  await queued(desk, { id })
  await call(room.request, 'PUT', `/appointments/${id}`, { status: 'IN_PROGRESS' })
  await call(room.request, 'POST', `/appointments/${id}/note`, { findings: 'Chest clear' })
  await room.context().close()
  const admin = await pageOf(browser, 'admin')
  const { version } = await call(admin.request, 'GET', `/staff/${doctor.id}`)
  const left = { offeredRoles: ['doctor'], active: false }
  await call(admin.request, 'PUT', `/staff/${doctor.id}`, left, { 'if-match': `"${version}"` })
  await admin.context().close()
}

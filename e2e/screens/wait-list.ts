import { type Browser, expect, type Page } from '@playwright/test'
import { call, contextOf } from '../people.ts'
import { doctorOf, hospitalDay, registered } from '../queue-people.ts'
import { givenHours } from './calendar.ts'
import { openScreen } from './open.ts'
import { everywhere, type Tour } from './tour.ts'

export const waitListTours: Tour[] = [
  { name: 'the wait list', by: 'receptionist', looks: everywhere, jumpsNot: true, states: waitList },
]

async function* waitList(desk: Page, browser: Browser) {
  const { page: room, doctor } = await doctorOf(browser)
  await room.context().close()
  const admin = await contextOf(browser, 'admin')
  const date = await hospitalDay(desk, 3)
  await givenHours(admin.request, doctor, date)
  await admin.close()
  const wishes = { doctorId: doctor.id, firstDay: date, lastDay: date, fromTime: '09:00', toTime: '10:00' }
  const wait = async (fields: Record<string, unknown>, others: Record<string, unknown> = {}) =>
    call(desk.request, 'POST', '/wait-list', {
      patientId: (await registered(desk, fields)).id,
      ...wishes,
      ...others,
    })
  const long = { firstName: 'Long'.repeat(25), lastName: 'Name'.repeat(25) }
  const asked = await wait(long, { priority: 1, note: 'Phone'.repeat(40) })
  await wait({})
  const offered = { doctorId: doctor.id, date, time: '09:00', minutes: 240 }
  await call(desk.request, 'POST', `/wait-list/${asked.id}/offers`, offered)
  await openScreen(desk, `/wait-list?doctor=${doctor.id}`)
  await expect(desk.getByText('Held until')).toBeVisible()
  yield 'patients who wait for a doctor'
  await desk.getByRole('button', { name: /^Offer a place to / }).click()
  await expect(desk.getByRole('combobox', { name: 'Free place' })).toBeEnabled()
  yield 'offering a place'
  await desk.keyboard.press('Escape')
  await desk.getByRole('button', { name: /^Change Long/ }).click()
  await expect(desk.getByRole('textbox', { name: 'Last day' })).toBeVisible()
  yield 'changing what a patient waits for'
  await openScreen(desk, `/wait-list?doctor=${doctor.id}&date=${date}&time=09:00`)
  await expect(desk.getByText('The place is held while the patient is asked.')).toBeVisible()
  yield 'patients who wait for a place'
  await openScreen(desk, '/online-bookings')
  await expect(desk.getByText('No bookings to answer')).toBeVisible()
  yield 'bookings from home, where there are none'
}

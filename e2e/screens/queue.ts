import { type Browser, expect, type Page } from '@playwright/test'
import { pageOf } from '../people.ts'
import { booked, card, doctorOf, hospitalDay, openQueue, registered } from '../queue-people.ts'
import { openScreen } from './open.ts'
import { onDesks, onPhones, type Tour } from './tour.ts'

export const queueTours: Tour[] = [
  { name: 'the queue', by: 'receptionist', looks: onDesks, isOfEachChange: true, states: queue },
  { name: 'the queue on a phone', by: 'doctor', looks: onPhones, isOfEachChange: true, states: queueOnPhone },
  { name: 'rescheduling on a phone', by: 'receptionist', looks: onPhones, states: reschedulingOnPhone },
]

async function* queue(desk: Page, browser: Browser) {
  const patient = await registered(desk)
  const { page: room, doctor } = await doctorOf(browser)
  await room.context().close()
  await booked(desk, patient, doctor, { time: '09:00', type: 'EMERGENCY' })
  await openQueue(desk, '')
  yield 'the whole day'
  await openQueue(desk, patient.lastName)
  await card(desk, 'Scheduled', patient).getByRole('button', { name: 'Add to Queue' }).click()
  await expect(card(desk, 'In Queue', patient).getByRole('button', { name: 'Undo' })).toBeVisible()
  await card(desk, 'In Queue', patient).getByRole('button', { name: 'More for' }).click()
  await expect(desk.getByRole('menuitem', { name: 'Reschedule' })).toBeVisible()
  yield 'a card with its menu'
  await desk.getByRole('menuitem', { name: 'Reschedule' }).click()
  await expect(desk.getByRole('dialog')).toBeVisible()
  await expect(desk.getByText('Next free')).toHaveCount(0)
  yield 'rescheduling'
  await desk.keyboard.press('Escape')
  await card(desk, 'In Queue', patient).getByRole('button', { name: 'More for' }).click()
  await desk.getByRole('menuitem', { name: 'Cancel' }).click()
  await desk.getByRole('button', { name: /^Cancel Asha/ }).click()
  await expect(desk.getByText('Reason is required').first()).toBeVisible()
  yield 'cancelling, with an error'
  await desk.keyboard.press('Escape')
  await desk.getByRole('button', { name: /choose the day/ }).click()
  await expect(desk.getByRole('button', { name: 'Next month' })).toBeVisible()
  yield 'the calendar'
  await openScreen(desk, '/opd-queue/new')
  await desk.getByRole('button', { name: 'Schedule Appointment' }).click()
  await expect(desk.getByRole('link', { name: 'Patient is required' })).toBeVisible()
  yield 'the booking form, with errors'
}

async function* queueOnPhone(page: Page, browser: Browser) {
  const desk = await pageOf(browser, 'receptionist')
  const patient = await registered(desk)
  const { page: room, doctor } = await doctorOf(browser)
  await room.context().close()
  await booked(desk, patient, doctor, { time: '09:30', type: 'EMERGENCY' })
  await openQueue(desk, patient.lastName)
  await card(desk, 'Scheduled', patient).getByRole('button', { name: 'Add to Queue' }).click()
  await expect(card(desk, 'In Queue', patient)).toBeVisible()
  await desk.context().close()
  await openQueue(page, patient.lastName)
  await page.getByRole('tab', { name: /In Queue/ }).click()
  await expect(page.getByRole('tabpanel')).toContainText(patient.lastName.toUpperCase())
  yield 'those who wait'
}

/** A day on which hardly any of the doctor's times is free. */
async function* reschedulingOnPhone(desk: Page, browser: Browser) {
  const patient = await registered(desk)
  const { page: room, doctor } = await doctorOf(browser)
  await room.context().close()
  const date = await hospitalDay(desk, 5)
  await booked(desk, patient, doctor, { time: '08:00', date })
  for (let place = 0; place < 24; place++) {
    const time = `${String(9 + Math.floor(place / 4)).padStart(2, '0')}:${String((place % 4) * 15).padStart(2, '0')}`
    await booked(desk, await registered(desk), doctor, { time, date })
  }
  await openQueue(desk, patient.lastName, `&date=${date}&column=SCHEDULED`)
  await desk.getByRole('button', { name: 'More for' }).first().click()
  await desk.getByRole('menuitem', { name: 'Reschedule' }).click()
  await expect(desk.locator('p', { hasText: /^Taken that day/ })).toContainText('2:45 PM')
  yield 'with many times taken'
}

import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { call, contextOf } from '../people.ts'
import { booked, doctorOf, hospitalDay, type Person, registered } from '../queue-people.ts'
import { openScreen } from './open.ts'
import { everywhere, type Tour } from './tour.ts'

export const calendarTours: Tour[] = [
  { name: 'the calendar', by: 'receptionist', looks: everywhere, jumpsNot: true, states: calendar },
]

/** An hour in a clinic on the weekday of a day, for one patient in each quarter of it. */
export async function givenHours(
  admin: APIRequestContext,
  doctor: Person,
  date: string,
  others: Record<string, unknown> = {},
): Promise<void> {
  const [clinic] = await call(admin, 'GET', '/clinics')
  await call(admin, 'POST', '/schedules', {
    doctorId: doctor.id,
    clinicId: clinic.id,
    weekday: new Date(date).getUTCDay() || 7,
    startsAt: '09:00',
    endsAt: '10:00',
    slotMinutes: 15,
    capacity: 1,
    validFrom: date,
    ...others,
  })
}

async function* calendar(desk: Page, browser: Browser) {
  const { page: room, doctor } = await doctorOf(browser)
  await room.context().close()
  const admin = await contextOf(browser, 'admin')
  const date = await hospitalDay(desk, 2)
  await givenHours(admin.request, doctor, date, { capacity: 2 })
  const tokens = { kind: 'TOKENS', slotMinutes: null, capacity: 10, startsAt: '11:00', endsAt: '12:00' }
  await givenHours(admin.request, doctor, date, tokens)
  await call(admin.request, 'POST', '/closures', {
    cause: 'LEAVE',
    doctorId: doctor.id,
    from: date,
    fromTime: '09:45',
    to: date,
    toTime: '10:00',
    reason: 'Ward round',
  })
  await admin.close()
  const patient = await registered(desk, { firstName: 'Long'.repeat(25), lastName: 'Name'.repeat(25) })
  await booked(desk, patient, doctor, { date, time: '09:00' })
  const on = { date, time: '11:00' }
  await booked(desk, await registered(desk), doctor, on)
  await booked(desk, await registered(desk), doctor, { date, time: '09:15', type: 'EMERGENCY' })
  await openScreen(desk, `/calendar?date=${date}`)
  await expect(desk.getByRole('grid')).toBeVisible()
  yield 'a day of all doctors'
  await openScreen(desk, `/calendar?date=${date}&doctor=${doctor.id}`)
  await desk.getByRole('button', { name: /^Move LongLong/ }).click()
  await expect(desk.getByText('Choose a free time')).toBeVisible()
  yield 'moving an appointment'
  await desk.keyboard.press('Escape')
  await openScreen(desk, `/calendar/doctors/${doctor.id}?date=${date}`)
  await expect(desk.getByRole('grid').getByText(patient.lastName.toUpperCase())).toBeVisible()
  yield 'a doctor’s week'
}

import { type Browser, expect, type Page } from '@playwright/test'
import { call, choose, contextOf, dear, load, pageOf, test, unique } from '../people.ts'
import {
  booked,
  card,
  doctorOf,
  hospitalDay,
  openQueue,
  type Person,
  queued,
  registered,
  registerWalkIn,
  row,
} from '../queue-people.ts'

test('a day at the desk in doctors’ hours: a free time, a full one, a walk-in, and the next visit', async ({
  browser,
}) => {
  dear('two people, four bookings')
  const { desk, room, doctor, tomorrow } = await withHours(browser)

  // On a phone.
  await desk.setViewportSize({ width: 390, height: 800 })
  const times = desk.getByRole('radiogroup', { name: 'Time' })
  const schedule = desk.getByRole('button', { name: 'Schedule Appointment' })
  const onPhone = ({ lastName }: Person) =>
    desk.getByRole('listitem').filter({ hasText: lastName.toUpperCase() })
  async function bookForm(patient: Person, also = '') {
    await load(desk, `/opd-queue/new?patientId=${patient.id}&doctorId=${doctor.id}&date=${tomorrow}${also}`)
    await expect(times).toBeVisible()
    await choose(desk, 'Type', 'General')
  }
  const [first, second, third] = [await registered(desk), await registered(desk), await registered(desk)]
  await bookForm(first)
  await times.getByText('9:00').click()
  await schedule.click()
  await expect(onPhone(first)).toContainText('9:00')

  // The chosen time is taken meanwhile.
  await bookForm(second, '&time=09:30')
  await expect(desk.getByRole('radio', { name: '9:30' })).toBeChecked()
  await expect(desk.getByRole('radio', { name: '9:00' })).toHaveCount(0)
  await booked(room, third, doctor, { time: '09:30', date: tomorrow })
  await expect(times).toHaveAttribute('aria-invalid', 'true')
  await desk.getByRole('textbox', { name: 'Why although it is full?' }).fill('Sent by the ward')
  await schedule.click()
  await expect(onPhone(second)).toContainText('Outside hours')
  await expect(onPhone(third)).not.toContainText('Outside hours')

  // At a computer.
  await desk.setViewportSize({ width: 1440, height: 900 })
  await openQueue(desk, second.lastName, `&date=${tomorrow}`)
  await expect(row(desk, second)).toContainText(/9:30.*Outside hours.*Sent by the ward/s)
  const lastName = unique()
  await registerWalkIn(desk, lastName, doctor)
  const walkIn = card(desk, 'In Queue', { ...first, lastName })
  await expect(walkIn).toContainText('Walk-in')

  // The doctor sees another patient, and books the next visit.
  const visit = await booked(desk, first, doctor, { time: '00:20' })
  await queued(desk, visit)
  await call(room.request, 'PUT', `/appointments/${visit.id}`, { status: 'IN_PROGRESS' })
  await load(room, `/patients/${first.id}`)
  await expect(room.getByRole('button', { name: 'Book Follow-Up' })).toBeVisible()
  await room.locator('main h1').first().click()
  await room.keyboard.press('f')
  const dialog = room.getByRole('dialog')
  await dialog.getByRole('button', { name: '6 weeks' }).click()
  const offers = dialog.getByRole('group', { name: 'Book at once' }).getByRole('button')
  await expect(offers).toHaveCount(4)
  await offers.first().click()
  await expect(room.getByText('Follow-up booked')).toBeVisible()
  await room.getByRole('button', { name: 'Undo' }).click()
  await expect(room.getByText('Follow-up cancelled')).toBeVisible()
})

/** A doctor who sees two patients tomorrow from nine o'clock, and others at any time of today's weekday. */
async function withHours(
  browser: Browser,
): Promise<{ desk: Page; room: Page; doctor: Person; tomorrow: string }> {
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  const { request } = await contextOf(browser, 'admin')
  const clinic = await call(request, 'POST', '/clinics', { name: `Clinic ${unique()}`, rooms: [] })
  const hours = { doctorId: doctor.id, clinicId: clinic.id, capacity: 1, validFrom: await hospitalDay(desk) }
  for (const [daysLater, startsAt, endsAt, slotMinutes] of [
    [0, '00:00', '23:40', 20],
    [1, '09:00', '10:00', 30],
  ] as const) {
    const weekday = new Date(await hospitalDay(desk, daysLater)).getUTCDay() || 7
    await call(request, 'POST', '/schedules', { ...hours, weekday, startsAt, endsAt, slotMinutes })
  }
  return { desk, room, doctor, tomorrow: await hospitalDay(desk, 1) }
}

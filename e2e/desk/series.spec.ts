import { expect } from '@playwright/test'
import { call, choose, contextOf, load, pageOf, test, unique } from '../people.ts'
import { booked, doctorOf, hospitalDay, registered } from '../queue-people.ts'

test('weekly dressings: each day is seen before it is booked, a refused one books none, and all are booked at once', async ({
  browser,
}) => {
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  const { request } = await contextOf(browser, 'admin')
  const clinic = await call(request, 'POST', '/clinics', { name: `Clinic ${unique()}`, rooms: [] })
  const date = await hospitalDay(desk, 7)
  const weekday = new Date(date).getUTCDay() || 7
  const hours = { startsAt: '09:00', endsAt: '10:00', slotMinutes: 30, capacity: 1, validFrom: date }
  await call(request, 'POST', '/schedules', { doctorId: doctor.id, clinicId: clinic.id, weekday, ...hours })
  const [patient, other] = [await registered(desk), await registered(desk)]
  await booked(desk, other, doctor, { time: '09:00', date: await hospitalDay(desk, 14) })

  await load(desk, `/opd-queue/new?patientId=${patient.id}&doctorId=${doctor.id}&date=${date}&time=09:00`)
  await choose(desk, 'Type', 'General')
  await desk.getByRole('button', { name: 'Repeat…' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Repeat the appointment' })
  await choose(desk, 'Appointments', /^4 times/)
  await expect(dialog.getByText(/1 of 4 can’t be booked/)).toBeVisible()
  await dialog.getByLabel('Time of appointment 2').fill('09:30')
  await expect(dialog.getByText('All 4 can be booked.')).toBeVisible()

  // A colleague takes the third place meanwhile: its sentence is beside it, and nothing is booked.
  await booked(room, other, doctor, { time: '09:00', date: await hospitalDay(desk, 21) })
  const book = dialog.getByRole('button', { name: 'Book 4 appointments' })
  await book.click()
  await expect(dialog.getByLabel('Time of appointment 3')).toBeVisible()
  const { items } = await call(desk.request, 'GET', `/patients/${patient.id}/appointments`)
  expect(items).toEqual([])
  await dialog.getByLabel('Time of appointment 3').fill('09:30')
  await expect(dialog.getByText('All 4 can be booked.')).toBeVisible()
  await book.click()
  await expect(desk.getByText('4 appointments booked')).toBeVisible()
  await expect(desk).toHaveURL(new RegExp(`/patients/${patient.id}.*tab=appointments`))
})

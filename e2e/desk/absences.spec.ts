import { expect } from '@playwright/test'
import { call, pageOf, test, unique } from '../people.ts'
import { booked, doctorOf, hospitalDay, registered } from '../queue-people.ts'

test('leave over six bookings is recorded, five are moved to a colleague and one cancelled in one press', async ({
  browser,
}) => {
  const admin = await pageOf(browser, 'admin')
  const [away, colleague] = [await doctorOf(browser), await doctorOf(browser)]
  const clinic = await call(admin.request, 'POST', '/clinics', {
    name: `Clinic ${unique()}`,
    department: null,
    floor: null,
    phone: null,
    rooms: [],
  })
  const date = await hospitalDay(admin, 9)
  const session = { clinicId: clinic.id, room: null, startsAt: '09:00', endsAt: '11:00', slotMinutes: 15 }
  for (const { doctor } of [away, colleague])
    await call(admin.request, 'POST', '/schedules', {
      ...session,
      doctorId: doctor.id,
      weekday: new Date(date).getUTCDay() || 7,
      capacity: 1,
      validFrom: await hospitalDay(admin),
    })
  const patients = []
  for (const time of ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15']) {
    const patient = await registered(admin)
    await booked(admin, patient, away.doctor, { date, time })
    patients.push(patient)
  }

  // The desk has the list open at another computer.
  const desk = await pageOf(browser, 'receptionist')
  await desk.goto('/absences')
  const name = `Leave of Dr ${away.doctor.firstName} ${away.doctor.lastName}`
  const seen = desk.getByRole('row').filter({ hasText: name })

  await admin.goto('/absences')
  await admin.getByRole('button', { name: 'Record Absence' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Record an absence' })
  await dialog.getByRole('combobox', { name: 'Doctor' }).fill(away.doctor.lastName)
  await admin.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'First day' }).fill(date)
  await expect(dialog.getByText('6 bookings in this time.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Course')
  await dialog.getByRole('button', { name: 'Record absence' }).click()
  await expect(admin.getByRole('heading', { name })).toBeVisible()
  await expect(seen).toContainText('6 bookings')

  const first = admin.getByRole('radiogroup', { name: new RegExp(patients[0]?.lastName ?? '', 'i') })
  await first.getByRole('radio', { name: /^.?\s?Colleague/ }).focus()
  await admin.keyboard.press('3')
  await admin.getByRole('button', { name: 'Move 5, cancel 1' }).click()
  await expect(admin.getByRole('status').getByText('Moved 5, cancelled 1')).toBeVisible()
  await expect(admin.getByText('Nothing to decide')).toBeVisible()
  await expect(seen).toContainText('None')
  const day: { doctorId: string }[] = await call(admin.request, 'GET', `/appointments/days/${date}`)
  expect(day.filter(({ doctorId }) => doctorId === colleague.doctor.id)).toHaveLength(5)
})

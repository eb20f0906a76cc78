import { type Browser, expect, type Page } from '@playwright/test'
import { call, choose, contextOf, dear, load, pageOf, test, unique } from '../people.ts'
import { booked, doctorOf, hospitalDay, type Person, registered, registerWalkIn } from '../queue-people.ts'

// A receptionist's day in a hospital whose doctors have hours, once on a phone and once at a computer.
for (const width of [390, 1440]) {
  test(`a day at the desk with doctors’ hours, ${width} px wide: a free time, a reason, a walk-in, and leave`, async ({
    browser,
  }) => {
    dear('a desk, an administrator, two doctors with hours, and five patients')
    const { desk, admin, doctor, colleague, date } = await withHours(browser)
    await desk.setViewportSize({ width, height: 850 })
    const [first, second, third] = [await registered(desk), await registered(desk), await registered(desk)]
    await booked(desk, third, doctor, { date, time: '09:45' })
    const calendarOf = async ({ id }: Person) => {
      await load(desk, `/calendar?date=${date}&doctor=${id}`)
      await expect(desk.getByRole('grid')).toBeVisible()
    }
    const inGrid = ({ lastName }: Person) => desk.getByRole('grid').getByText(lastName.toUpperCase())

    // A free time on the calendar leads to the form, which has the doctor, the day and the time.
    await calendarOf(doctor)
    await desk.getByRole('link', { name: /^Free, 9:15\sAM/ }).click()
    await expect(desk.getByRole('radio', { name: /9:15/ })).toBeChecked()
    await desk.getByRole('textbox', { name: 'Patient', exact: true }).fill(first.lastName)
    await desk.getByRole('option', { name: new RegExp(first.lastName, 'i') }).click()
    await choose(desk, 'Type', 'General')
    await desk.getByRole('button', { name: 'Schedule Appointment' }).click()
    await expect(desk.getByText('Appointment scheduled successfully')).toBeVisible()

    // Outside the hours it is refused beside the time, and booked for a reason.
    await load(desk, `/opd-queue/new?patientId=${second.id}&doctorId=${doctor.id}&date=${date}`)
    await desk.getByText('Other time…').click()
    const time = desk.getByRole('textbox', { name: 'Other time' })
    await time.fill('09:07')
    await choose(desk, 'Type', 'General')
    const schedule = desk.getByRole('button', { name: 'Schedule Appointment' })
    await schedule.click()
    await expect(time).toHaveAttribute('aria-invalid', 'true')
    await desk.getByRole('textbox', { name: 'Why outside the hours?' }).fill('Sent by the ward')
    await schedule.click()
    await expect(desk.getByText('Appointment scheduled successfully').last()).toBeVisible()
    await calendarOf(doctor)
    await expect(inGrid(first)).toBeVisible()
    await expect(desk.getByRole('grid').getByText(/Sent by the ward/)).toBeVisible()

    // A patient who walks in is registered and waits today.
    const lastName = unique()
    await registerWalkIn(desk, lastName, doctor)
    const waiting = desk.getByRole('listitem').filter({ hasText: lastName.toUpperCase() }).first()
    await expect(waiting).toContainText('Walk-in')

    // The doctor falls ill: one patient goes to a colleague, and one is cancelled. The one with a reason stays.
    const leave = { cause: 'LEAVE', doctorId: doctor.id, from: date, to: date, reason: 'Flu' }
    await call(admin.request, 'POST', '/closures', leave)
    await load(desk, '/absences')
    await desk.getByRole('link', { name: new RegExp(`Leave of Dr .*${doctor.lastName}`) }).click()
    const decisionOn = ({ lastName: name }: Person) =>
      desk.getByRole('radiogroup', { name: new RegExp(`of ${name},`, 'i') })
    await expect(decisionOn(first).getByRole('radio', { name: /Colleague/ })).toBeChecked()
    await decisionOn(third).getByRole('radio', { name: 'Cancel' }).check()
    await expect(decisionOn(second)).toHaveCount(0)
    await desk.getByRole('button', { name: 'Move 1, cancel 1' }).click()
    await expect(desk.getByText('Nothing to decide')).toBeVisible()
    await calendarOf(colleague)
    await expect(inGrid(first)).toBeVisible()
    await expect(desk.getByRole('link', { name: /^Free, 9:45\sAM/ })).toBeVisible()
    await calendarOf(doctor)
    await expect(inGrid(first)).toHaveCount(0)
    await expect(desk.getByRole('grid').getByText(/Flu/).first()).toBeVisible()
  })
}

/** Two doctors of one clinic, each with four free times tomorrow; the first sees patients today too. */
async function withHours(
  browser: Browser,
): Promise<{ desk: Page; admin: Page; doctor: Person; colleague: Person; date: string }> {
  const desk = await pageOf(browser, 'receptionist')
  const admin = await (await contextOf(browser, 'admin')).newPage()
  const people: Person[] = []
  for (const { page, doctor } of [await doctorOf(browser), await doctorOf(browser)]) {
    await page.context().close()
    people.push(doctor)
  }
  const [doctor, colleague] = people
  if (!doctor || !colleague) throw new Error('There are no doctors')
  const clinic = await call(admin.request, 'POST', '/clinics', { name: `Clinic ${unique()}`, rooms: [] })
  const [today, date] = [await hospitalDay(desk), await hospitalDay(desk, 1)]
  const hours = { clinicId: clinic.id, capacity: 1, validFrom: today }
  const weekdayOf = (day: string) => new Date(day).getUTCDay() || 7
  const morning = { startsAt: '09:00', endsAt: '10:00', slotMinutes: 15, weekday: weekdayOf(date) }
  for (const { id } of people)
    await call(admin.request, 'POST', '/schedules', { ...hours, ...morning, doctorId: id })
  const whole = { startsAt: '00:00', endsAt: '23:40', slotMinutes: 20, weekday: weekdayOf(today) }
  await call(admin.request, 'POST', '/schedules', { ...hours, ...whole, doctorId: doctor.id })
  return { desk, admin, doctor, colleague, date }
}

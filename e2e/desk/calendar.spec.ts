import { expect, type Page } from '@playwright/test'
import { tabTo } from '../every-screen/checks.ts'
import { contextOf, dear, load, pageOf, test } from '../people.ts'
import { booked, doctorOf, hospitalDay, registered } from '../queue-people.ts'
import { givenHours } from '../screens/calendar.ts'

test('a receptionist moves a booking on the calendar by keyboard, and a colleague sees it', async ({
  browser,
}) => {
  dear('two desks and a doctor with hours of their own')
  const desk = await pageOf(browser, 'receptionist')
  const { page: room, doctor } = await doctorOf(browser)
  const admin = await contextOf(browser, 'admin')
  const date = await hospitalDay(desk, 1)
  await givenHours(admin.request, doctor, date)
  await admin.close()
  const patient = await registered(desk)
  await booked(desk, patient, doctor, { date, time: '09:00' })
  const name = patient.lastName.toUpperCase()

  for (const page of [desk, room]) {
    await load(page, `/calendar?date=${date}&doctor=${doctor.id}`)
    await expect(page.getByRole('grid').getByText(name)).toBeVisible()
  }
  await expect(desk.getByText('3 free', { exact: true }).first()).toBeVisible()
  const cell = (page: Page) => page.getByRole('gridcell').filter({ hasText: name })

  await tabTo(desk.getByRole('columnheader').getByRole('link'))
  await desk.keyboard.press('ArrowDown')
  await expect(cell(desk).getByRole('link')).toBeFocused()
  await desk.keyboard.press('m')
  await expect(desk.getByText('Choose a free time')).toBeVisible()
  await desk.keyboard.press('ArrowDown')
  await desk.keyboard.press('ArrowDown')
  await expect(desk.getByRole('link', { name: /^Free, 9:30\sAM/ })).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(desk.getByText('appointment moved')).toBeVisible()
  // The doctor's screen shows it at its new time, and the old one as free.
  await expect(room.getByRole('link', { name: /^Free, 9:00\sAM/ })).toBeVisible()
  await expect(room.getByRole('link', { name: /^Free, 9:30\sAM/ })).toHaveCount(0)
  await expect(cell(room)).toBeVisible()

  // A phone shows one doctor at a time, and leads to the doctor's week.
  await room.setViewportSize({ width: 390, height: 844 })
  await expect(room.getByRole('columnheader')).toHaveCount(2)
  await expect(cell(room)).toBeVisible()
  await room.getByRole('columnheader').getByRole('link').click()
  await expect(room.getByRole('heading', { level: 1, name: doctor.lastName })).toBeVisible()
  await expect(cell(room)).toBeVisible()
})

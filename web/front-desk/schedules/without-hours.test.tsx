import { expect, test } from 'vitest'
import {
  changeAppointment,
  listAppointments,
  listAppointmentsOfDay,
  listQueue,
  readAppointment,
} from '../../../contract/front-desk/appointments.ts'
import { listClosures } from '../../../contract/front-desk/closures.ts'
import { appointmentOf, patientRecord } from '../../testing/records.ts'
import { hospitalFor, openScreen } from '../../testing/show.tsx'

/** Words of doctors' hours, which no screen of a hospital without them says. */
const words = /walk-in|outside hours|wait list|session|token|\bfree\b/i

// A call that nothing here answers, as one about hours, fails the test; so it does in the tests of all other screens, whose
// hospital has no hours unless a test says so.
test('a hospital without doctors’ hours has one entry more in the menu, and its desk works as before', async () => {
  const hospital = hospitalFor('receptionist', { hasSchedules: false })
  const zuma = appointmentOf(patientRecord({ lastName: 'Zuma' }))
  hospital.answer(listQueue, [zuma])
  hospital.answer(listAppointmentsOfDay, [zuma])
  hospital.answer(listClosures, [])
  hospital.answer(listAppointments, { items: [], total: 0, nextCursor: null })
  hospital.answer(readAppointment, zuma)
  hospital.answer(changeAppointment, { ...zuma, status: 'CANCELLED', version: 2 })
  const screen = await openScreen('/opd-queue')
  await expect.element(screen.getByText('ZUMA, Asha').first()).toBeVisible()
  const menu = screen.getByRole('navigation', { name: 'Screens' }).getByRole('link')
  expect(menu.elements().map(({ textContent }) => textContent)).toEqual([
    'Dashboard',
    'OPD Queue',
    'Appointments',
    'Calendar',
    'Bed Management',
    'Admissions',
    'Patients',
    'Inventory',
    'Settings',
  ])
  expect(document.body.textContent).not.toMatch(words)

  await screen
    .getByRole('button', { name: /^More for .*Zuma/ })
    .first()
    .click()
  await screen.getByRole('menuitem', { name: 'Cancel' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Cancel appointment' })
  await dialog.getByRole('radio', { name: 'Patient cancelled' }).click()
  await dialog.getByRole('button', { name: /^Cancel .* appointment$/ }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(document.body.textContent).not.toMatch(words)

  await screen.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Calendar' }).click()
  await expect.element(screen.getByText(/^Only bookings are shown\. Free times appear once/)).toBeVisible()
  await expect.element(screen.getByRole('grid').getByText('ZUMA, Asha')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Wait List' }).elements()).toEqual([])
})

import { expect, test } from 'vitest'
import {
  declineOnlineBooking,
  listOnlineBookings,
  matchOnlineBooking,
  type OnlineBooking,
} from '../../../contract/front-desk/online-bookings.ts'
import { listPatients, readPatient } from '../../../contract/people/patients.ts'
import { refuse } from '../../testing/hospital.ts'
import { appointmentOf, mehta, newId, now, patientRecord } from '../../testing/records.ts'
import { address, hospitalFor, openScreen } from '../../testing/show.tsx'

const booking: OnlineBooking = {
  id: newId(),
  firstName: 'Ines',
  lastName: 'Duarte',
  dateOfBirth: '1988-04-02',
  phone: '0171 555 0142',
  email: 'ines@example.org',
  clinic: 'Heart clinic',
  doctorId: mehta.id,
  doctor: 'Anika Mehta',
  date: '2026-12-01',
  time: '09:15',
  state: 'OPEN',
  confirmedAt: now,
  answeredBy: null,
  answeredAt: null,
  appointmentId: null,
}
const pageOf = <Item,>(items: Item[]) => ({
  items,
  total: items.length,
  totalIsAtLeast: false,
  page: 1,
  limit: 20,
  nextCursor: null,
})

test('reception compares what was typed with the records, books the place, and declines; refusals are sentences', async () => {
  const hospital = hospitalFor('receptionist', { hasSchedules: true, booksFromHome: true })
  const patient = patientRecord({ firstName: 'Ines', lastName: 'Duarte' })
  hospital.answer(listOnlineBookings, pageOf([booking]))
  hospital.answer(listPatients, pageOf([{ ...patient, found: { match: 'exact', because: null } }]))
  hospital.answer(readPatient, patient)
  const screen = await openScreen('/online-bookings')
  await screen.getByRole('button', { name: 'Find the patient for Ines Duarte' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Find the patient for Ines Duarte' })
  await expect
    .element(dialog.getByText(/Tuesday, 1 Dec 2026, 9:15.AM with Dr Anika Mehta, Heart clinic/))
    .toBeVisible()
  await expect.element(dialog.getByText(/born 2 Apr 1988/)).toBeVisible()
  const register = dialog.getByRole('link', { name: 'Register as a new patient' })
  await expect.element(register).toHaveAttribute('href', expect.stringContaining(`booking=${booking.id}`))

  await dialog.getByRole('button', { name: 'Book the appointment' }).click()
  await expect.element(dialog.getByText('Choose the patient first, or register a new one.')).toBeVisible()
  expect(hospital.sent(matchOnlineBooking)).toEqual([])
  await dialog.getByRole('radio').first().click()
  hospital.answer(matchOnlineBooking, () =>
    refuse(409, 'booking_over', 'Not done: the booker has cancelled.'),
  )
  await dialog.getByRole('button', { name: 'Book the appointment' }).click()
  await expect.element(dialog.getByText(/the booker has cancelled/)).toBeVisible()
  hospital.answer(matchOnlineBooking, appointmentOf(patient))
  await dialog.getByRole('button', { name: 'Book the appointment' }).click()
  await expect.element(screen.getByText(/is booked$/)).toBeVisible()
  expect(hospital.sent(matchOnlineBooking).at(-1)?.body).toEqual({ patientId: patient.id })
  await expect.poll(address).toBe('/online-bookings')

  await screen.getByRole('button', { name: 'Decline Ines Duarte' }).click()
  hospital.answer(declineOnlineBooking, { id: booking.id })
  hospital.answer(listOnlineBookings, pageOf([]))
  await screen.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect.element(screen.getByText('The booking of Ines Duarte was declined')).toBeVisible()
  await expect.element(screen.getByText('No bookings to answer')).toBeVisible()
})

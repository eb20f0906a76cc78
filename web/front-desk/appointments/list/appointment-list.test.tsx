import { expect, test } from 'vitest'
import { listAppointments } from '../../../../contract/front-desk/appointments.ts'
import { appointmentOf, bose, patientRecord } from '../../../testing/records.ts'
import { address, choose, hospitalFor, openScreen } from '../../../testing/show.tsx'

const zuma = appointmentOf(patientRecord({ lastName: 'Zuma' }))
const benali = appointmentOf(patientRecord({ lastName: 'Benali' }))

test('the appointments of all days are found by their patient and by doctor, and the sidebar leads to them', async () => {
  const hospital = hospitalFor('receptionist')
  hospital.answer(listAppointments, ({ query: { search, doctorId } }) => {
    const items = doctorId ? [] : search ? [zuma] : [zuma, benali]
    return { items, total: items.length, nextCursor: null }
  })
  const screen = await openScreen('/appointments')
  await expect.element(screen.getByRole('row', { name: /BENALI/ })).toBeVisible()
  await expect
    .element(screen.getByRole('navigation').getByRole('link', { name: 'Appointments' }))
    .toHaveAttribute('aria-current', 'page')

  await screen.getByRole('searchbox', { name: /^Search appointments/ }).fill('zum')
  await expect.element(screen.getByRole('row', { name: /BENALI/ })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('row', { name: /ZUMA/ })).toBeVisible()
  expect(address()).toBe('/appointments?search=zum')

  await choose(screen.getByRole('combobox', { name: 'Filter by doctor' }), bose.lastName)
  await expect.element(screen.getByText('No appointments match these filters')).toBeVisible()
  expect(hospital.sent(listAppointments).at(-1)?.query).toMatchObject({ search: 'zum', doctorId: bose.id })
  await screen.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect.element(screen.getByRole('row', { name: /BENALI/ })).toBeVisible()
  expect(address()).toBe('/appointments')
})

test('before the first appointment the list leads to the form', async () => {
  hospitalFor('receptionist').answer(listAppointments, { items: [], total: 0, nextCursor: null })
  const screen = await openScreen('/appointments')
  await expect.element(screen.getByText('No appointments yet')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Schedule Appointment' }))
    .toHaveAttribute('href', '/opd-queue/new')
})

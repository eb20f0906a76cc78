import { expect, test, vi } from 'vitest'
import { listAppointments, readAppointment } from '../../../../contract/front-desk/appointments.ts'
import { readExpectedCall } from '../../../../contract/front-desk/displays.ts'
import { appointmentOf, newId, patientRecord } from '../../../testing/records.ts'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { UpcomingAppointments } from '../history/UpcomingAppointments.tsx'

test('a patient takes home when to come, where to, and how to change it', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  const hospital = hospitalFor('receptionist', {
    hospitalName: 'St. Elmo General Hospital and Department of Internal Medicine',
    address: '1 Quay Street\nHarbour City',
    phone: '+44 20 7946 0100',
  })
  const patient = patientRecord({
    firstName: 'Hubert Blaine Maximilian',
    lastName: 'Wolfeschlegelsteinhausenbergerdorff-Quinn',
  })
  const token = { sessionId: newId(), minutes: null, seat: 5 }
  const to = { date: '2026-11-30', time: '10:30', notes: 'Palpitations' }
  const appointment = appointmentOf(patient, { ...to, ...token })
  const missed = appointmentOf(patient, { date: '2026-11-20' })
  const items = [missed, appointment]
  hospital.answer(listAppointments, { items, total: 2, nextCursor: null })
  hospital.answer(readAppointment, appointment)
  hospital.answer(readExpectedCall, {
    room: 'Outpatients, building 4, rm 12',
    clinic: 'Heart clinic',
    floor: 'First floor',
    phone: '+44 20 7946 0112',
    likely: null,
  })
  const screen = await show(<UpcomingAppointments patient={patient} />, hospital)
  await screen.getByRole('button', { name: /^Print slip/ }).click()
  await expect.poll(() => print.mock.calls.length).toBe(1)
  const slip = document.querySelector<HTMLElement>('[data-print-sheet] section')
  const words = slip?.textContent?.replaceAll('\u00a0', ' ')
  for (const said of [
    'AppointmentMonday, 30 Nov 2026',
    '10:30 AMToken 5Dr Anika Mehta',
    'Outpatients, building 4, rm 12, Heart clinic, First floor',
    '1 Quay Street, Harbour City',
    'To change or cancel: +44 20 7946 0112',
  ])
    expect(words).toContain(said)
  expect(words).not.toContain('Palpitations')

  // Everything fits on one sheet of 100 mm.
  await expect
    .poll(() => {
      const seen = slip?.cloneNode(true) as HTMLElement
      document.body.append(seen)
      const { height } = seen.getBoundingClientRect()
      seen.remove()
      return height
    })
    .toBeLessThan(((100 - 2 * 4) / 25.4) * 96)
})

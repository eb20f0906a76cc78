import { expect, test, vi } from 'vitest'
import { readAppointment } from '../../../contract/appointments.ts'
import { type ExpectedCall, readExpectedCall } from '../../../contract/display/displays.ts'
import { refuse } from '../../testing/hospital.ts'
import { appointmentOf, patientRecord } from '../../testing/records.ts'
import { hospitalFor, show } from '../../testing/show.tsx'
import { QueueToken } from './QueueToken.tsx'

async function slip(expected: ExpectedCall | undefined) {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  print.mockClear()
  const hospital = hospitalFor('receptionist')
  const appointment = appointmentOf(patientRecord(), { status: 'IN_QUEUE', queueNumber: 17, time: '10:30' })
  hospital.answer(readAppointment, appointment)
  hospital.answer(readExpectedCall, expected ?? (() => refuse(500, 'internal', 'The server failed.')))
  await show(<QueueToken id={appointment.id} onDone={() => {}} />, hospital)
  await expect.poll(() => print.mock.calls.length).toBe(1)
  return document.querySelector('[data-print-sheet]')?.textContent?.replaceAll('\u00a0', ' ') ?? ''
}

test('a slip says the room, and the wait as the waiting room’s screen says it', async () => {
  const likely = { from: '2026-11-23T04:42:00.000Z', until: '2026-11-23T04:51:00.000Z' }
  const words = await slip({ room: 'Room 4', likely })
  expect(words).toContain('10:30 AM')
  expect(words).toContain('Room 4')
  expect(words).toContain('Expected wait: 10–25 min, from 10:00 AM')
})

test('a slip says no wait that is not known, and is printed without', async () => {
  expect(await slip({ room: 'Room 4', likely: null })).not.toContain('wait')
  expect(await slip(undefined)).toContain('17')
})

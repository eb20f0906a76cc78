import { expect, test, vi } from 'vitest'
import { readAppointment } from '../../../../contract/front-desk/appointments.ts'
import { type ExpectedCall, readExpectedCall } from '../../../../contract/front-desk/displays.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { refuse } from '../../../testing/hospital.ts'
import { appointmentOf, patientRecord } from '../../../testing/records.ts'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { QueueToken } from './QueueToken.tsx'

async function slip(
  expected: ExpectedCall | undefined,
  patient: Partial<Patient> = {},
  hospitalName = 'Riverside',
) {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  print.mockClear()
  const hospital = hospitalFor('receptionist', { hospitalName })
  const appointment = appointmentOf(patientRecord(patient), {
    status: 'IN_QUEUE',
    queueNumber: 17,
    time: '10:30',
  })
  hospital.answer(readAppointment, appointment)
  hospital.answer(readExpectedCall, expected ?? (() => refuse(500, 'internal', 'The server failed.')))
  await show(<QueueToken id={appointment.id} onDone={() => {}} />, hospital)
  await expect.poll(() => print.mock.calls.length).toBe(1)
  return document.querySelector('[data-print-sheet]')?.textContent?.replaceAll('\u00a0', ' ') ?? ''
}

const place = { clinic: 'Heart clinic', floor: 'First floor', phone: null }

test('a slip says the room and the clinic, and the wait as the waiting room’s screen says it', async () => {
  const likely = { from: '2026-11-23T04:42:00.000Z', until: '2026-11-23T04:51:00.000Z' }
  const words = await slip({ ...place, room: 'Room 4', likely })
  expect(words).toContain('10:30 AM')
  expect(words).toContain('Room 4, Heart clinic, First floor')
  expect(words).toContain('Expected wait: 10–25 min, from 10:00 AM')
  expect(words).toContain('Estimated from the doctor’s last 20 patients.')
})

test('a slip says no wait that is not known, and is printed without', async () => {
  expect(await slip({ ...place, room: 'Room 4', likely: null })).not.toMatch(/wait|Estimated/)
  expect(await slip(undefined)).toContain('17')
})

test('a slip with long names is as high as its sheet at most', async () => {
  const likely = { from: '2026-11-23T05:42:00.000Z', until: '2026-11-23T06:51:00.000Z' }
  await slip(
    { ...place, room: 'Outpatients, building 4, rm 12', likely },
    { lastName: 'Wolfeschlegelsteinhausenbergerdorff-Quinn', firstName: 'Hubert Blaine Maximilian' },
    'St. Elmo General Hospital and Department of Internal Medicine',
  )
  await expect
    .poll(() => {
      const seen = document.querySelector('[data-print-sheet] section')?.cloneNode(true) as HTMLElement
      document.body.append(seen)
      const { height } = seen.getBoundingClientRect()
      seen.remove()
      return height
    })
    .toBeLessThan(millimetres(100 - 2 * 4))
})

const millimetres = (count: number) => (count / 25.4) * 96

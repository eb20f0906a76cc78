import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type Appointment,
  changeAppointment,
  listAppointmentsOfDay,
} from '../../../contract/front-desk/appointments.ts'
import { listClosures } from '../../../contract/front-desk/closures.ts'
import { listDoctorAppointments } from '../../../contract/front-desk/doctor-weeks.ts'
import { readDayOfSessions, type SessionOfDay } from '../../../contract/front-desk/schedules.ts'
import type { ListedDoctor } from '../../../contract/people/staff.ts'
import { refuseEdit } from '../../testing/hospital.ts'
import { appointmentOf, bose, mehta, newId, patientRecord, today } from '../../testing/records.ts'
import { address, hospitalFor, openScreen } from '../../testing/show.tsx'

function sessionOf(doctor: ListedDoctor): SessionOfDay {
  return {
    id: newId(),
    doctorId: doctor.id,
    doctor: `${doctor.firstName} ${doctor.lastName}`,
    clinicId: newId(),
    clinic: 'Heart clinic',
    room: '4',
    weekday: 1,
    startsAt: '11:00',
    endsAt: '11:40',
    kind: 'SLOTS',
    slotMinutes: 20,
    capacity: 1,
    walkIns: null,
    onlinePlaces: null,
    slots: ['11:00', '11:20'].map((time) => ({ time, places: 1, free: 1 })),
    walkedIn: 0,
    onlineLeft: null,
    away: null,
  }
}

const [ofMehta, ofBose] = [sessionOf(mehta), sessionOf(bose)]
const place = { sessionId: ofMehta.id, minutes: 20, seat: 1 }
const rao = appointmentOf(patientRecord({ lastName: 'Rao' }), { time: '11:00', ...place })
const zuma = appointmentOf(patientRecord({ lastName: 'Zuma' }), { time: '11:20', ...place })

async function calendar(path = '/calendar') {
  const hospital = hospitalFor('receptionist', { hasSchedules: true })
  hospital.answer(listAppointmentsOfDay, ({ params: { date } }) => (date === today ? [rao] : []))
  hospital.answer(listDoctorAppointments, [rao])
  hospital.answer(listClosures, [])
  hospital.answer(readDayOfSessions, ({ params: { date = '' } }) => ({
    date,
    sessions: date === today ? [ofMehta, ofBose] : [],
    keepHours: [mehta.id, bose.id],
  }))
  const screen = await openScreen(path)
  await expect.element(screen.getByRole('grid').getByText('RAO, Asha')).toBeVisible()
  const press = async (...keys: string[]) => {
    for (const key of keys) await userEvent.keyboard(key)
  }
  const grid = screen.getByRole('grid')
  return { hospital, screen, grid, press, focused: () => document.activeElement?.textContent ?? '' }
}

function moved(body: unknown): Appointment {
  const { doctorId, ...when } = body as { doctorId: string; date: string; time: string }
  return { ...rao, ...when, doctorId, doctor: bose, sessionId: ofBose.id, version: 2 }
}

test('the arrow keys move in it, M picks up and Enter puts down', async () => {
  const { hospital, screen, grid, press, focused } = await calendar()
  hospital.answer(changeAppointment, ({ body }) => moved(body))
  const stops = () => grid.element().querySelectorAll('[tabindex="0"]').length
  expect(stops()).toBe(1)
  grid.element().querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  await press('{ArrowDown}')
  expect(focused()).toContain('RAO, Asha')
  expect(stops()).toBe(1)
  await press('m')
  await expect.element(screen.getByText(/^Move RAO, Asha, 23 Nov 2026, 11:00/)).toBeVisible()
  await press('{Enter}')
  await expect.element(screen.getByText('That time is taken. Choose a free time.')).toBeInTheDocument()
  await press('{Escape}')
  await expect.element(screen.getByRole('button', { name: 'Keep current time' })).not.toBeInTheDocument()
  await press('m', '{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Free, 11:00\sAM, Dr Kiran Bose$/)
  await press('{Enter}')
  await expect.element(screen.getByText('Asha Rao’s appointment moved')).toBeVisible()
  expect(hospital.sent(changeAppointment)).toMatchObject([
    { version: 1, body: { doctorId: bose.id, date: today, time: '11:00' } },
  ])
  // The booking took the place of the free time, and has its focus.
  await expect.poll(focused).toContain('RAO, Asha')
  await expect.element(grid.getByRole('link', { name: 'Free, 11:00 AM, Dr Anika Mehta' })).toBeVisible()

  hospital.tell({ scope: `appointments-of-day:${today}`, put: [zuma] })
  await expect.element(grid.getByText('ZUMA, Asha')).toBeVisible()
  await press('{ArrowLeft}')
  const booking = `/opd-queue/new?doctorId=${mehta.id}&date=${today}&time=11%3A00`
  expect(document.activeElement?.getAttribute('href')).toBe(booking)
  await press('{Enter}')
  await expect.poll(address).toContain(`date=${today}`)
  expect(address()).toContain('/opd-queue/new?')
})

test('what a colleague changed meanwhile is not moved, and the sentence says so', async () => {
  const { hospital, screen, grid, press } = await calendar()
  hospital.answer(changeAppointment, refuseEdit(rao, { changedBy: 'Nora Bello' }) as never)
  grid.element().querySelector<HTMLElement>(`[data-appointment="${rao.id}"]`)?.focus()
  await press('m', '{ArrowRight}', '{Enter}')
  await expect
    .element(screen.getByText(/Nora Bello changed this appointment.*Nothing was moved/))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Keep current time' })).not.toBeInTheDocument()
  await expect.element(grid.getByRole('link', { name: 'Free, 11:00 AM, Dr Kiran Bose' })).toBeVisible()
})

test('[ and ] go from day to day, T to today, and a day without sessions says so', async () => {
  const { screen, grid, press } = await calendar()
  await press(']')
  await expect.poll(address).toBe('/calendar?date=2026-11-24')
  await expect.element(screen.getByText('No sessions on this day')).toBeVisible()
  await press('[[', '[[')
  await expect.poll(address).toBe('/calendar?date=2026-11-22')
  await press('t')
  await expect.poll(address).toBe('/calendar')
  await expect.element(grid.getByText('RAO, Asha')).toBeVisible()
})

test('a doctor’s week has a column a day, and a phone one column', async () => {
  const { screen, grid } = await calendar(`/calendar/doctors/${mehta.id}`)
  await expect.element(screen.getByRole('heading', { name: 'Dr Anika Mehta' })).toBeVisible()
  await expect.element(grid.getByRole('columnheader', { name: /Mon, 23 Nov/ })).toBeVisible()
  expect(grid.getByRole('columnheader').elements()).toHaveLength(8)
  await page.viewport(390, 844)
  await expect.poll(() => grid.getByRole('columnheader').elements().length).toBe(2)
  await screen.getByRole('button', { name: /^Next day: Tuesday/ }).click()
  await expect.poll(address).toContain('date=2026-11-24')
  await page.viewport(1280, 900)
})

import { expect, test } from 'vitest'
import type { Closure } from '../../../contract/front-desk/closures.ts'
import type { SessionOfDay } from '../../../contract/front-desk/schedules.ts'
import { appointmentOf, bose, mehta, newId, patientRecord, today } from '../../testing/records.ts'
import { columnsOfDay, linesOf, nearest, nextStop, rowOf } from './layout.ts'

function sessionOf(fields: Partial<SessionOfDay> = {}): SessionOfDay {
  return {
    id: newId(),
    doctorId: mehta.id,
    doctor: 'Anika Mehta',
    clinicId: newId(),
    clinic: 'Cardiology',
    room: '12',
    weekday: 1,
    startsAt: '09:00',
    endsAt: '10:00',
    kind: 'SLOTS',
    slotMinutes: 20,
    capacity: 1,
    walkIns: null,
    onlinePlaces: null,
    slots: ['09:00', '09:20', '09:40'].map((time) => ({ time, places: 1, free: 1 })),
    walkedIn: 0,
    onlineLeft: null,
    away: null,
    ...fields,
  }
}
const booked = (fields: Parameters<typeof appointmentOf>[1]) => appointmentOf(patientRecord(), fields)
const morning = { day: today, time: '08:00' }
const base = { date: today, keepHours: [mehta.id], closures: [], now: morning }

test('slots, walk-ins beside them, and a doctor without hours each have their place', () => {
  const session = sessionOf({ capacity: 2, slots: [{ time: '09:00', places: 2, free: 1 }] })
  const place = { sessionId: session.id, time: '09:00', minutes: 20 }
  const [second, first] = [booked({ ...place, seat: 2 }), booked({ ...place, seat: 1 })]
  const walkIn = booked({ sessionId: session.id, time: '09:07', seat: 1001, walkIn: true })
  const emergency = booked({ time: '09:07', type: 'EMERGENCY' })
  const other = booked({ doctorId: bose.id, doctor: bose, time: '09:07' })
  const gone = booked({ ...place, status: 'CANCELLED', seat: 1 })
  const columns = columnsOfDay({
    ...base,
    sessions: [session],
    appointments: [second, first, walkIn, emergency, other, gone],
  })
  const [ofMehta, ofBose] = columns
  expect(columns.map(({ doctor }) => doctor)).toEqual(['Anika Mehta', 'Kiran Bose'])
  expect(ofMehta?.cells).toMatchObject([
    // Both places are known to be taken, whatever was read before.
    {
      kind: 'slot',
      at: 540,
      until: 560,
      free: 0,
      entries: [{ appointment: first }, { appointment: second }],
    },
  ])
  expect(ofMehta?.lane).toMatchObject([
    { at: 547, until: 562, entries: [{ appointment: emergency }, { appointment: walkIn }] },
  ])
  expect(ofBose).toMatchObject({ keepsHours: false, sessions: [], lane: [], cells: [{ at: 547 }] })
  expect(linesOf(columns)).toEqual([540, 547, 560, 562, 600])
})

test('tokens are one list, and a booking that lost its slot keeps its place', () => {
  const tokens = sessionOf({
    kind: 'TOKENS',
    slotMinutes: null,
    capacity: 3,
    slots: [{ time: '09:00', places: 3, free: 2 }],
  })
  const later = sessionOf({ startsAt: '11:00', endsAt: '12:00', slots: [] })
  const token = booked({ sessionId: tokens.id, time: '09:00', seat: 2 })
  const displaced = booked({ sessionId: later.id, time: '11:00', seat: 1, minutes: 20 })
  const [column] = columnsOfDay({ ...base, sessions: [tokens, later], appointments: [token, displaced] })
  expect(column?.cells).toMatchObject([
    { kind: 'tokens', at: 540, until: 600, free: 2, entries: [{ appointment: token }] },
    { kind: 'beside', at: 660, until: 680, entries: [{ appointment: displaced }] },
  ])
})

test('what is cancelled is free before the places are read again, unless somebody is asked', () => {
  const slots = [
    { time: '09:00', places: 2, free: 0, held: 1 },
    { time: '09:20', places: 2, free: 0 },
    { time: '09:40', places: 2, free: 0 },
  ]
  const session = sessionOf({ capacity: 2, slots })
  // Booked when appointments took half an hour.
  const long = booked({ sessionId: session.id, time: '09:20', minutes: 30, seat: 1 })
  const [column] = columnsOfDay({ ...base, sessions: [session], appointments: [long] })
  expect(column?.cells.map(({ free }) => free)).toEqual([1, 1, 1])
  expect(column?.free).toBe(3)
})

test('what has passed is not free, and who is late is known', () => {
  const session = sessionOf()
  const late = booked({ sessionId: session.id, time: '09:00', seat: 1, minutes: 20 })
  const now = { day: today, time: '09:36' }
  const [column] = columnsOfDay({ ...base, now, sessions: [session], appointments: [late] })
  expect(column?.free).toBe(1)
  expect(column?.cells.map(({ isOpen }) => isOpen)).toEqual([false, false, true])
  expect(column?.cells[0]?.entries[0]?.overdue).toBe(36)
  expect(rowOf(linesOf(column ? [column] : []), 570)).toEqual({ row: 1, part: 0.5 })
  expect(rowOf([540, 600], 600)).toBeUndefined()
})

test('an absence covers its part of the column, a holiday those who keep hours', () => {
  const closure: Closure = {
    id: newId(),
    cause: 'LEAVE',
    doctorId: mehta.id,
    doctor: 'Anika Mehta',
    clinicId: null,
    clinic: null,
    from: '2026-11-20',
    fromTime: '13:00',
    to: today,
    toTime: '09:30',
    reason: 'Conference',
    madeBy: 'Grace Okafor',
    createdAt: '2026-11-01T05:00:00.000Z',
    displaced: 0,
    version: 1,
  }
  const holiday: Closure = { ...closure, id: newId(), cause: 'HOLIDAY', doctorId: null, toTime: null }
  const other = booked({ doctorId: bose.id, doctor: bose })
  const columns = columnsOfDay({
    ...base,
    sessions: [sessionOf()],
    appointments: [other],
    closures: [closure, holiday],
  })
  expect(columns.map(({ absences }) => absences)).toMatchObject([
    [
      { from: 0, until: 570, reason: 'Conference' },
      { from: 0, until: 1440 },
    ],
    [],
  ])
  expect(linesOf(columns)).toContain(570)
})

test('arrows move within a column, and to the same time beside it', () => {
  const stops = [
    { key: 'head 0', column: 0, at: -1 },
    { key: 'nine', column: 0, at: 540 },
    { key: 'ten', column: 0, at: 600 },
    { key: 'head 2', column: 2, at: -1 },
    { key: 'half past nine', column: 2, at: 570 },
    { key: 'and another', column: 2, at: 570 },
  ]
  const from = (key: string, press: string) => {
    const current = stops.find((stop) => stop.key === key)
    return current && nextStop(stops, current, press)?.key
  }
  expect(from('nine', 'ArrowDown')).toBe('ten')
  expect(from('ten', 'ArrowDown')).toBeUndefined()
  expect(from('nine', 'ArrowUp')).toBe('head 0')
  expect(from('ten', 'ArrowRight')).toBe('half past nine')
  expect(from('and another', 'ArrowLeft')).toBe('nine')
  expect(from('ten', 'End')).toBe('half past nine')
  expect(from('half past nine', 'ArrowDown')).toBe('and another')
  expect(nearest(stops, 2, 0)?.key).toBe('head 2')
})

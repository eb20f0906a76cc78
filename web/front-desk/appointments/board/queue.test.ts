import { describe, expect, test } from 'vitest'
import { type Appointment } from '../../../../contract/front-desk/appointments.ts'
import { isOwnPatient } from '../../../../contract/front-desk/queue-order.ts'
import { permissionsOf, type Role } from '../../../../contract/permissions.ts'
import { abilitiesOf } from '../abilities.ts'
import { freeTimes, takenTimes } from '../hours/free-times.ts'
import { QueueSearch, statusesOf } from '../queue/queue-search.ts'
import { filterAppointments } from '../queue/shown-appointments.ts'
import { earlierWords, whyCalled } from '../words.ts'
import { arrange, nextToCall } from './board.ts'

let last = 0
function appointment(
  fields: Partial<Appointment> & { firstName?: string; lastName?: string } = {},
): Appointment {
  const { firstName = 'Asha', lastName = 'Rao', ...others } = fields
  last += 1
  return {
    id: `appointment-${last}`,
    patientId: `patient-${last}`,
    patient: {
      id: `patient-${last}`,
      mrn: `MRN${1000 + last}`,
      firstName,
      lastName,
      dateOfBirth: '1984-02-03',
      birthPrecision: 'DAY',
      gender: 'FEMALE',
      contactNumber: '+1 555 0100',
      allergies: null,
      allergens: [],
    },
    doctorId: 'mehta',
    doctor: { id: 'mehta', firstName: 'Anika', lastName: 'Mehta', email: 'mehta@hospital.test' },
    date: '2026-11-21',
    time: '10:00',
    status: 'SCHEDULED',
    type: 'GENERAL',
    queueNumber: last,
    notes: null,
    cancelReason: null,
    cancelNote: null,
    queuedAt: null,
    startedAt: null,
    startedBy: null,
    completedAt: null,
    missedCalls: 0,
    returnedAt: null,
    behind: [],
    sessionId: null,
    minutes: null,
    seat: 1,
    seriesId: null,
    walkIn: false,
    overbookReason: null,
    admittedTo: null,
    statusAt: '2026-11-21T08:00:00.000Z',
    statusBy: null,
    statusByName: null,
    undoable: false,
    version: 1,
    createdAt: '2026-11-20T08:00:00.000Z',
    updatedAt: '2026-11-20T08:00:00.000Z',
    ...others,
  }
}
const waitingSince = (time: string, fields: Partial<Appointment> = {}) =>
  appointment({ status: 'IN_QUEUE', queuedAt: `2026-11-21T${time}:00.000Z`, ...fields })

describe('finding somebody in the queue', () => {
  const garcia = appointment({ firstName: 'José', lastName: 'García Márquez' })
  const rao = appointment({ status: 'IN_QUEUE', doctorId: 'bose' })
  const found = (search: Parameters<typeof filterAppointments>[1]) =>
    filterAppointments([garcia, rao], search)

  test('accents, capitals and the order of the words do not matter', () => {
    expect(found({ search: 'MARQUEZ, jose' })).toEqual([garcia])
    expect(found({ search: garcia.patient.mrn.toLowerCase() })).toEqual([garcia])
    expect(found({ search: 'jose rao' })).toEqual([])
    const born = appointment({ patient: { ...rao.patient, dateOfBirth: '1956-04-10' } })
    expect(filterAppointments([rao, born], { search: '10/04/1956' })).toEqual([born])
    expect(found({ search: ' ' })).toHaveLength(2)
  })
  test('a letter with a stroke is found as it is typed, as everywhere', () => {
    const lukasz = appointment({ firstName: 'Łukasz', lastName: 'Sørensen' })
    expect(filterAppointments([garcia, lukasz], { search: 'lukasz sorensen' })).toEqual([lukasz])
  })
  test('several statuses and a doctor narrow it down', () => {
    expect(found({ status: 'SCHEDULED,IN_QUEUE' })).toHaveLength(2)
    expect(found({ status: 'IN_QUEUE,nonsense' })).toEqual([rao])
    expect(found({ doctor: 'mehta' })).toEqual([garcia])
    expect(statusesOf('completed,SCHEDULED')).toEqual(['SCHEDULED', 'COMPLETED'])
  })
  test('an address that makes no sense shows today, unfiltered', () => {
    const read = QueueSearch.parse({ date: '2026-13-40', page: 'x', sort: 'colour', search: 1042 })
    expect(read).toEqual({ search: '1042' })
  })
})

describe('the order of the board', () => {
  const early = waitingSince('08:00', { doctorId: 'bose' })
  const own = waitingSince('08:30')
  const late = waitingSince('09:00', { doctorId: 'bose' })

  test('who has waited longest stands first, for a doctor after their own', () => {
    expect(arrange([late, own, early], () => false).IN_QUEUE).toEqual([early, own, late])
    expect(arrange([late, own, early], () => false, 'mehta').IN_QUEUE).toEqual([own, early, late])
  })
  test('an emergency stands first in every open column, whoever’s it is, and is called first', () => {
    const emergency = waitingSince('09:30', { doctorId: 'bose', type: 'EMERGENCY' })
    const longer = waitingSince('09:10', { doctorId: 'bose', type: 'EMERGENCY' })
    const order = [longer, emergency, own, early, late]
    expect(arrange(order.toReversed(), () => false, 'mehta').IN_QUEUE).toEqual(order)
    expect(arrange(order.toReversed(), () => false).IN_QUEUE).toEqual([longer, emergency, early, own, late])
    expect(nextToCall(order.toReversed(), 'mehta')).toBe(longer)
    const booked = [appointment({ time: '15:00', type: 'EMERGENCY' }), appointment({ time: '09:00' })]
    expect(arrange(booked.toReversed(), () => false).SCHEDULED).toEqual(booked)
  })
  test('whom a doctor started for a colleague is their own patient from then on', () => {
    const started = appointment({ status: 'IN_PROGRESS', doctorId: 'bose', statusBy: 'mehta' })
    expect(isOwnPatient(started, 'mehta')).toBe(true)
    expect(isOwnPatient(early, 'mehta')).toBe(false)
    const others = appointment({ status: 'IN_PROGRESS', doctorId: 'bose', startedAt: '2026-11-21T07:00:00Z' })
    expect(arrange([others, started], () => false, 'mehta').IN_PROGRESS).toEqual([started, others])
  })
  test('call next takes the doctor’s own first, else anybody’s', () => {
    expect(nextToCall([late, own, early], 'mehta')).toBe(own)
    expect(nextToCall([late, early], 'mehta')).toBe(early)
    expect(nextToCall([appointment()], 'mehta')).toBeUndefined()
  })
  test('a doctor who called a colleague’s patient is told why', () => {
    const called = (fields: Partial<Appointment>) =>
      whyCalled(appointment({ status: 'IN_PROGRESS', statusBy: 'bose', ...fields }))
    expect(called({})).toBe('Booked with Dr Anika Mehta: none of your patients are waiting.')
    expect(called({ type: 'EMERGENCY' })).toBe('Booked with Dr Anika Mehta: emergencies come first.')
    expect(called({ doctorId: 'bose' })).toBeUndefined()
  })
  test('who waits since yesterday comes first, and of two numbers 12 yesterday’s', () => {
    const now = '2026-11-22T07:00:00.000Z'
    const todays = waitingSince('07:00', { date: '2026-11-22', queueNumber: 12, queuedAt: now })
    const yesterdays = waitingSince('23:50', { queueNumber: 40 })
    const alsoTwelve = waitingSince('07:00', { queueNumber: 12, queuedAt: now })
    const order = [yesterdays, alsoTwelve, todays]
    expect(arrange(order.toReversed(), () => false).IN_QUEUE).toEqual(order)
    expect(nextToCall(order.toReversed(), 'mehta')).toBe(yesterdays)
  })
  test('each of an earlier day says of which', () => {
    const waiting = waitingSince('23:50')
    expect(earlierWords(waiting, '2026-11-21')).toBeUndefined()
    expect(earlierWords(waiting, '2026-11-22')).toBe('Since yesterday')
    expect(earlierWords(waiting, '2026-12-01')).toBe('Since 21 Nov 2026')
    expect(earlierWords({ ...waiting, status: 'COMPLETED' }, '2026-11-22')).toBe('From yesterday')
    expect(earlierWords(appointment({ date: '2027-01-01' }), '2026-12-31')).toBeUndefined()
  })
  test('a cancelled card stays where it was while it can be taken back', () => {
    const gone = waitingSince('08:00', { status: 'CANCELLED' })
    expect(arrange([gone], () => true).IN_QUEUE).toEqual([gone])
    expect(Object.values(arrange([gone], () => false)).flat()).toEqual([])
  })
})

describe('what somebody may do with an appointment', () => {
  const today = '2026-11-21'
  const as = (role: Role) => ({ isDoctor: role === 'doctor', id: 'bose', permissions: permissionsOf(role) })
  const step = (role: Role, one: Appointment) => abilitiesOf(as(role), today).nextStep(one)?.label
  const [booked, waiting] = [appointment(), appointment({ status: 'IN_QUEUE' })]
  const treated = appointment({ status: 'IN_PROGRESS' })

  test('the desk adds to the queue, a doctor starts and completes', () => {
    const steps = (role: Role) => [booked, waiting, treated].map((one) => step(role, one))
    expect(steps('receptionist')).toEqual(['Add to Queue', undefined, undefined])
    expect(steps('doctor')).toEqual([undefined, 'Start', 'Complete'])
    expect(steps('inventory_manager')).toEqual([undefined, undefined, undefined])
  })
  test('nobody is queued before the day has come, and who waits since yesterday is started', () => {
    expect(step('receptionist', appointment({ date: '2026-11-22' }))).toBeUndefined()
    expect(step('receptionist', appointment({ date: '2026-11-20' }))).toBeUndefined()
    expect(step('doctor', appointment({ status: 'IN_QUEUE', date: '2026-11-20' }))).toBe('Start')
  })
  test('treating a colleague’s patient is asked first, until one has begun it', () => {
    const { nextStep, asksFirst } = abilitiesOf(as('doctor'), today)
    const asks = (one: Appointment) => {
      const next = nextStep(one)
      return next && asksFirst(one, next)
    }
    expect(asks(waiting)).toBe(true)
    expect(asks(treated)).toBe(true)
    expect(asks(appointment({ status: 'IN_QUEUE', doctorId: 'bose' }))).toBe(false)
    expect(asks(appointment({ status: 'IN_PROGRESS', statusBy: 'bose' }))).toBe(false)
  })
  test('a doctor writes the note of a visit of their own, and of a colleague’s that they began or completed', () => {
    const writes = (fields: Partial<Appointment>, role: Role = 'doctor') =>
      abilitiesOf(as(role), today).writesNote(appointment(fields))
    expect(writes({ status: 'COMPLETED', statusBy: 'bose' })).toBe(true)
    expect(writes({ status: 'COMPLETED', statusBy: 'mehta' })).toBe(false)
    expect(writes({ status: 'IN_PROGRESS', doctorId: 'bose' })).toBe(true)
    expect(writes({ status: 'IN_QUEUE', doctorId: 'bose' })).toBe(false)
    expect(writes({ status: 'COMPLETED', statusBy: 'bose' }, 'admin')).toBe(false)
  })
  test('the desk reschedules and cancels who is booked or waits, and nobody who is treated', () => {
    const { canReschedule, canCancel } = abilitiesOf(as('receptionist'), today)
    expect([booked, waiting, treated].map(canReschedule)).toEqual([true, true, false])
    expect([booked, waiting, treated].map(canCancel)).toEqual([true, true, false])
    const doctor = abilitiesOf(as('doctor'), today)
    expect([booked, waiting].map(doctor.canReschedule)).toEqual([false, false])
  })
})

describe('free times', () => {
  const day = [
    appointment({ time: '10:00' }),
    appointment({ time: '10:15', status: 'CANCELLED' }),
    appointment({ time: '10:30', type: 'EMERGENCY' }),
    appointment({ time: '10:45' }),
    appointment({ time: '11:00', doctorId: 'bose' }),
  ]

  test('neither a cancelled appointment nor an emergency takes a time', () => {
    expect(takenTimes(day, 'mehta')).toEqual(['10:00', '10:45'])
    expect(takenTimes(day, 'mehta', day[0]?.id)).toEqual(['10:45'])
  })
  test('the next free quarter hours begin at a full one and end with the day', () => {
    expect(freeTimes('09:52', ['10:00', '10:45'], 3)).toEqual(['10:15', '10:30', '11:00'])
    expect(freeTimes('23:31', [], 3)).toEqual(['23:45'])
  })
})

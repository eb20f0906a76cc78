import { expect, test } from 'vitest'
import { AppointmentChange, appointmentStatuses, isInQueue, isVisit } from './appointments.ts'
import { calledWords, callsOf } from './missed-calls.ts'

test('a call in progress counts, and words are there from the first missed one', () => {
  expect(callsOf({ status: 'IN_PROGRESS', missedCalls: 1 })).toBe(2)
  expect(callsOf({ status: 'IN_QUEUE', missedCalls: 1 })).toBe(1)
  expect(calledWords({ status: 'IN_PROGRESS', missedCalls: 0 })).toBeUndefined()
  expect(calledWords({ status: 'IN_QUEUE', missedCalls: 1 })).toBe('Called once')
  expect(calledWords({ status: 'IN_PROGRESS', missedCalls: 1 })).toBe('Called 2 times')
})

test('what a status means', () => {
  const whole = appointmentStatuses.map((status) => [status, isInQueue({ status }), isVisit({ status })])
  expect(whole).toEqual([
    ['SCHEDULED', false, false],
    ['IN_QUEUE', true, false],
    ['IN_PROGRESS', true, true],
    ['COMPLETED', false, true],
    ['CANCELLED', false, false],
  ])
})

test('only a cancellation takes a reason', () => {
  const saidOf = (change: object) =>
    AppointmentChange.safeParse(change).error?.issues.map(({ path }) => path[0])
  expect(saidOf({ status: 'CANCELLED' })).toEqual(['cancelReason'])
  expect(saidOf({ status: 'CANCELLED', cancelReason: 'OTHER' })).toBeUndefined()
  expect(saidOf({ status: 'IN_QUEUE' })).toBeUndefined()
})

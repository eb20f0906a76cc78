import { expect, test } from 'vitest'
import { courseDays, quantityWords } from './supply.ts'

const week = { startsOn: '2026-11-20', endsOn: '2026-11-26' }

test('a course is counted with its first and its last day', () => {
  expect(courseDays(week)).toBe(7)
  expect(courseDays({ ...week, endsOn: week.startsOn })).toBe(1)
  expect(courseDays({ ...week, endsOn: null })).toBeNull()
})

test.for([
  [{ dose: 1, unit: 'TABLET', frequency: 'THREE_TIMES_DAILY' }, '21 tablets'],
  [{ dose: 0.5, unit: 'TABLET', frequency: 'DAILY' }, '4 tablets'],
  [{ dose: 2.5, unit: 'ML', frequency: 'EVERY_6_HOURS' }, '70 ml'],
  [{ dose: 0.1, unit: 'ML', frequency: 'THREE_TIMES_DAILY' }, '2.1 ml'],
  [{ dose: 1, unit: 'PATCH', frequency: 'WEEKLY' }, '1 patch'],
  [{ dose: 1, unit: 'CAPSULE', frequency: 'EVERY_OTHER_DAY' }, '4 capsules'],
  [{ dose: 2, unit: 'TABLET', frequency: 'ONCE' }, '2 tablets'],
  [{ dose: 500, unit: 'MG', frequency: 'DAILY' }, null],
  [{ dose: 1, unit: 'TABLET', frequency: 'AS_NEEDED' }, null],
] as const)('the quantity of %o for a week is %s', ([order, quantity]) => {
  expect(quantityWords({ ...order, ...week })).toBe(quantity)
})

test('a quantity is not said without an end', () => {
  const order = { dose: 1, unit: 'TABLET', frequency: 'DAILY', ...week, endsOn: null } as const
  expect(quantityWords(order)).toBeNull()
  expect(quantityWords({ ...order, frequency: 'ONCE' })).toBe('1 tablet')
})

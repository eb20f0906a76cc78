import { expect, test } from 'vitest'
import { kindsOf, queueNumberIn } from './kinds.ts'

test.each([
  ['', []],
  ['a', []],
  ['#', []],
  ['7', ['turns']],
  ['#57', ['turns']],
  ['#a', []],
  ['MRN1251', ['patients', 'appointments']],
  ['3 Feb 1984', ['patients', 'appointments']],
  ['PO1099', ['orders']],
  ['po 10', ['orders']],
  ['asha@home.test', ['patients', 'appointments', 'staff']],
  ['asha', ['patients', 'appointments', 'items', 'staff']],
  ['57', ['patients', 'appointments', 'turns', 'beds', 'items', 'orders']],
  ['1099', ['patients', 'appointments', 'beds', 'items', 'orders']],
  ['0142', ['patients', 'appointments', 'beds', 'items']],
  ['+91 98765', ['patients', 'appointments', 'beds', 'items', 'staff']],
  ['A-101', ['patients', 'appointments', 'beds', 'items', 'staff']],
])('for “%s” only what it can name is asked for', (typed, kinds) => {
  expect(kindsOf(typed)).toEqual(kinds)
})

test('a number in the queue is read with and without its sign', () => {
  expect(['#57', '57', ' # 7 ', '057', '1099', '5a'].map(queueNumberIn)).toEqual([
    57,
    57,
    7,
    undefined,
    undefined,
    undefined,
  ])
})

import { expect, test } from 'vitest'
import type { Notification } from '../../../contract/people/notifications.ts'
import { grouped, groupWords } from './groups.ts'

const of = (id: string, fields: Partial<Notification>): Notification => ({
  id,
  kind: 'LOW_STOCK',
  raisedAt: '2026-11-23T04:30:00.000Z',
  isRead: false,
  stock: null,
  appointment: null,
  vitals: null,
  role: null,
  roleTitle: null,
  demoRequest: null,
  access: null,
  onlineBooking: null,
  hospitalExport: null,
  ...fields,
})
const low = (itemName: string, fields: Partial<Notification> = {}) =>
  of(itemName, {
    stock: { alert: 'LOW', itemId: itemName, itemName, batchNumber: null, expiryDate: null },
    ...fields,
  })
const rowsOf = (all: Notification[]) =>
  all.map((notification) => ({ notification, shownAs: notification, isGone: false }))
const names = (all: Notification[]) =>
  grouped(rowsOf(all), 'Asia/Kolkata').map((one) =>
    'key' in one ? one.rows.map(({ shownAs }) => shownAs.id) : one.shownAs.id,
  )

test('more than three of a kind and day are one entry, where the newest of them stands', () => {
  const role = of('role', { kind: 'ROLE_GRANTED', role: 'doctor' })
  expect(names([low('A'), role, low('B'), low('C'), low('D')])).toEqual([['A', 'B', 'C', 'D'], 'role'])
  expect(names([low('A'), low('B'), low('C')])).toEqual(['A', 'B', 'C'])
})

test('another day of the hospital is another entry', () => {
  // In the hospital it is the next day from 18:30 UTC on.
  const late = { raisedAt: '2026-11-22T18:30:00.000Z' }
  const before = { raisedAt: '2026-11-22T18:29:00.000Z' }
  expect(names([low('A'), low('B'), low('C'), low('D', late), low('E', before)])).toEqual([
    ['A', 'B', 'C', 'D'],
    'E',
  ])
})

test('patients who wait and high scores are never one entry', () => {
  const waits = ['1', '2', '3', '4'].map((id) => of(id, { kind: 'WAITING' }))
  const scores = ['5', '6', '7', '8'].map((id) => of(id, { kind: 'HIGH_NEWS2' }))
  expect(names([...waits, ...scores])).toHaveLength(8)
})

test('an entry says how many, and the newest', () => {
  const group = {
    key: '',
    rows: rowsOf(['Gauze', 'Gloves', 'Saline', 'Syringe', 'Tape'].map((name) => low(name))),
  }
  expect(groupWords(group, false)).toEqual({
    title: '5 items are low on stock',
    detail: 'Gauze, Gloves, Saline and 2 more',
  })
  expect(groupWords(group, true).title).toBe('5+ items are low on stock')
})

import { expect, test } from 'vitest'
import { clinicSchema, clinicValues } from './clinic-form.ts'

const typed = (rooms: string) => clinicSchema.safeParse({ ...clinicValues(), name: 'Chest', rooms })

test('rooms are typed a line each, and blank lines are none', () => {
  expect(typed(' Room 1\n\r\nRoom 2 ').data).toEqual({
    name: 'Chest',
    department: null,
    floor: null,
    phone: null,
    rooms: ['Room 1', 'Room 2'],
    booksFromHome: false,
  })
})

test('what is wrong with one room stands beside the field', () => {
  for (const [rooms, message] of [
    ['Room 1\nROOM 1', 'Each room can be listed only once'],
    [`Room 1\n${'x'.repeat(31)}`, 'At most 30 characters'],
  ] as const) {
    expect(typed(rooms).error?.issues).toMatchObject([{ path: ['rooms'], message }])
  }
})

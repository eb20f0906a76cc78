import { describe, expect, test } from 'vitest'
import { changeWords, differencesOf, type RecordFields } from './differences.ts'

interface Supply {
  name: string
  cost: string
  unit: 'kg' | 'pcs' | null
  lines: { item: string; quantity: number }[]
}

const fields: RecordFields<Supply> = {
  name: { label: 'Name' },
  cost: { label: 'Cost', same: (one, other) => Number(one) === Number(other) },
  unit: { label: 'Unit' },
  lines: { label: 'Lines' },
}
const was: Supply = { name: 'Gauze', cost: '9.00', unit: 'pcs', lines: [{ item: 'a', quantity: 1 }] }

describe('what two edits of one record differ in', () => {
  test('nothing, when they changed nothing', () => {
    expect(differencesOf(fields, { mine: { ...was, name: 'Bandage' }, was, theirs: was })).toEqual([])
  })

  test('a field that only they changed is theirs, one that both changed is to be chosen', () => {
    const mine = { ...was, name: 'Bandage' }
    const theirs = { ...was, name: 'Gauze roll', unit: null }
    expect(differencesOf(fields, { mine, was, theirs })).toEqual([
      { name: 'name', mine: 'Bandage', theirs: 'Gauze roll', onlyTheirs: false },
      { name: 'unit', mine: 'pcs', theirs: null, onlyTheirs: true },
    ])
  })

  test('no field that both changed alike', () => {
    const both = { ...was, name: 'Bandage' }
    expect(differencesOf(fields, { mine: { ...both, name: ' Bandage ' }, was, theirs: both })).toEqual([])
  })

  test('a field of its own meaning is compared by that', () => {
    expect(differencesOf(fields, { mine: was, was, theirs: { ...was, cost: '9' } })).toEqual([])
    const [difference] = differencesOf(fields, { mine: was, was, theirs: { ...was, cost: '9.5' } })
    expect(difference).toMatchObject({ name: 'cost', theirs: '9.5', onlyTheirs: true })
  })

  test('a list is one field', () => {
    const lines = [{ item: 'a', quantity: 2 }]
    expect(differencesOf(fields, { mine: was, was, theirs: { ...was, lines: [...was.lines] } })).toEqual([])
    expect(differencesOf(fields, { mine: was, was, theirs: { ...was, lines } })).toEqual([
      { name: 'lines', mine: was.lines, theirs: lines, onlyTheirs: true },
    ])
  })

  test('what is no field of the form is never asked about', () => {
    const extended = { ...was, version: 1 }
    expect(
      differencesOf<typeof extended>(fields, {
        mine: extended,
        was: extended,
        theirs: { ...was, version: 2 },
      }),
    ).toEqual([])
  })
})

test('a change is told with who and when, as far as they are known', () => {
  const change = { changedBy: 'Grace Okafor', changedAt: '2026-11-21T09:30:00.000Z' }
  expect(changeWords(change, 'this record', 'UTC')).toMatch(
    /^Grace Okafor changed this record on 21 Nov 2026, 9:30/,
  )
  expect(changeWords({}, 'the settings', 'UTC')).toBe('Someone else changed the settings')
})

import { expect, test } from 'vitest'
import type { AsOf } from '../db/as-of.ts'
import { Touched } from './last-changed.ts'

/** A database in which every question comes a commit later. */
function database(): AsOf & { asked: number } {
  let number = 100
  return {
    asked: 0,
    get latest() {
      return number
    },
    async now() {
      this.asked++
      return ++number
    },
    atLeast: async (least) => Math.max(number, least),
  }
}

test('of what nobody changed since the process listens, what was read before that is to be read again', async () => {
  const touched = new Touched(database())
  expect(await touched.of(['queue'])).toEqual({ queue: 100 })
})

test('what was told is known by its number, by scope and by kind', async () => {
  const touched = new Touched(database())
  touched.at(150, ['queue', 'patient:a'], ['staff'])
  touched.at(160, ['patient:b'], [])
  expect(await touched.of(['queue', 'patient:a', 'patient:b', 'patient:c', 'staff'])).toEqual({
    queue: 150,
    'patient:a': 150,
    'patient:b': 160,
    'patient:c': 100,
    staff: 150,
  })
})

test('what changed while nobody showed it costs one question, and only when somebody comes', async () => {
  const db = database()
  const touched = new Touched(db)
  touched.unread(['queue'], ['staff'])
  touched.unread(['beds'], [])
  expect(db.asked).toBe(0)
  expect(await touched.of(['queue', 'beds', 'staff', 'patients'])).toEqual({
    queue: 101,
    beds: 101,
    staff: 101,
    patients: 100,
  })
  await touched.of(['queue'])
  expect(db.asked).toBe(1)
})

test('a night of changes that nobody shows takes no more room, and what was forgotten counts as changed', async () => {
  const db = database()
  const touched = new Touched(db)
  for (let record = 0; record <= 20_000; record++) touched.unread([`patient:${record}`], [])
  expect(await touched.of(['patient:7', 'queue'])).toEqual({ 'patient:7': 101, queue: 101 })
  for (let record = 0; record <= 20_001; record++) touched.at(500 + record, [`patient:${record}`], [])
  expect((await touched.of(['patient:7']))['patient:7']).toBeGreaterThanOrEqual(507)
})

test('after something may have been missed, everything counts as changed', async () => {
  const touched = new Touched(database())
  touched.at(90, ['queue'], [])
  touched.missed()
  expect(await touched.of(['queue', 'beds'])).toEqual({ queue: 101, beds: 101 })
})

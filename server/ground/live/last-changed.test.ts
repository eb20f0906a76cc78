import { expect, test } from 'vitest'
import type { AsOf } from '../db/as-of.ts'
import { LastChanged } from './last-changed.ts'

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
  const lastChanged = new LastChanged(database())
  expect(await lastChanged.of(['queue'])).toEqual({ queue: 100 })
})

test('what was told is known by its number, by scope and by kind', async () => {
  const lastChanged = new LastChanged(database())
  lastChanged.at(150, ['queue', 'patient:a'], ['staff'])
  lastChanged.at(160, ['patient:b'], [])
  expect(await lastChanged.of(['queue', 'patient:a', 'patient:b', 'patient:c', 'staff'])).toEqual({
    queue: 150,
    'patient:a': 150,
    'patient:b': 160,
    'patient:c': 100,
    staff: 150,
  })
})

test('what changed while nobody showed it costs one question, and only when somebody comes', async () => {
  const db = database()
  const lastChanged = new LastChanged(db)
  lastChanged.unread(['queue'], ['staff'])
  lastChanged.unread(['beds'], [])
  expect(db.asked).toBe(0)
  expect(await lastChanged.of(['queue', 'beds', 'staff', 'patients'])).toEqual({
    queue: 101,
    beds: 101,
    staff: 101,
    patients: 100,
  })
  await lastChanged.of(['queue'])
  expect(db.asked).toBe(1)
})

test('a night of changes that nobody shows takes no more room, and what was forgotten counts as changed', async () => {
  const db = database()
  const lastChanged = new LastChanged(db)
  for (let record = 0; record <= 20_000; record++) lastChanged.unread([`patient:${record}`], [])
  expect(await lastChanged.of(['patient:7', 'queue'])).toEqual({ 'patient:7': 101, queue: 101 })
  for (let record = 0; record <= 20_001; record++) lastChanged.at(500 + record, [`patient:${record}`], [])
  expect((await lastChanged.of(['patient:7']))['patient:7']).toBeGreaterThanOrEqual(507)
})

test('after something may have been missed, everything counts as changed', async () => {
  const lastChanged = new LastChanged(database())
  lastChanged.at(90, ['queue'], [])
  lastChanged.missed()
  expect(await lastChanged.of(['queue', 'beds'])).toEqual({ queue: 101, beds: 101 })
})

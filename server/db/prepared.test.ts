import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '../testing/app.ts'
import { connect } from './connect.ts'
import { nobodyWaits } from './time-limits.ts'
import { statement } from './prepared.ts'

const app = await startApp()
const { db, pool } = connect(app.database.appUrl, { connections: 1, limits: nobodyWaits })
afterAll(async () => {
  await pool.end()
  await app.close()
})

interface Row {
  said: string | null
}

describe('a statement that is built once', () => {
  test('takes its values each time, in any order and more than once', async () => {
    const say = statement(
      (first: string, second: string) => sql<Row>`select ${second} || ${first} || ${second} as said`,
    )
    expect(await say(db, 'b', 'a')).toEqual([{ said: 'aba' }])
    expect(await say(db, 'y', 'x')).toEqual([{ said: 'xyx' }])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a value of its own', () => statement(() => sql<Row>`select ${'OPEN'}::text as said`)(db)],
    [
      'what was worked out from a value',
      () => statement((name: string) => sql<Row>`select ${String(name)}::text as said`)(db, 'x'),
    ],
    [
      'an eleventh value',
      () =>
        statement((...values: string[]) => sql<Row>`select ${values[10]}::text as said`)(
          db,
          ...'abcdefghijk',
        ),
    ],
  ])('refuses %s, which would be sent as NULL, each time that it is asked', async (_, ask) => {
    for (let times = 0; times < 2; times++) await expect(ask()).rejects.toThrow('is built once')
  })
})

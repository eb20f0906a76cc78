import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../testing/app.ts'
import { connect } from '../../db/connect.ts'

const app = await startApp()
afterAll(() => app.close())

test('whoever is signed in is not kept waiting by a crowd of visitors', async () => {
  const desk = await app.signIn('receptionist')
  const headers = { authorization: `Bearer ${desk.token}` }
  const answered: string[] = []
  const ask = async (who: string, url: string, words = {}) => {
    const { statusCode } = await app.app.inject({ url, headers: words })
    expect(statusCode).toBe(200)
    answered.push(who)
  }
  await ask('warm', '/api/patients', headers)
  const visitors = Array.from({ length: 200 }, () => ask('visitor', '/api/openapi.json'))
  await Promise.all([...visitors, ask('desk', '/api/patients', headers)])
  expect(answered.slice(0, 150)).toContain('desk')
})

test('who visits waits for whoever is signed in, but not for long', async () => {
  const desk = await app.signIn('receptionist')
  const headers = { authorization: `Bearer ${desk.token}` }
  await app.app.inject({ url: '/api/patients', headers })
  const { db } = connect(app.database.ownerUrl, { connections: 1 })
  const finished: string[] = []
  let waited = 0
  await db
    .transaction()
    .execute(async (held) => {
      await sql`lock table patient in access exclusive mode`.execute(held)
      const read = app.app.inject({ url: '/api/patients', headers }).then(() => finished.push('desk'))
      const began = performance.now()
      await app.app.inject({ url: '/api/openapi.json' })
      waited = performance.now() - began
      finished.push('visitor')
      return { read }
    })
    .then(({ read }) => read)
  await db.destroy()
  expect(finished).toEqual(['visitor', 'desk'])
  expect(waited).toBeGreaterThan(24)
})

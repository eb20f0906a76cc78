import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../testing/app.ts'

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

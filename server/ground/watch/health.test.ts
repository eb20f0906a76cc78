import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { cuttableLink } from '../../testing/trouble/cuttable-link.ts'

async function status(app: TestApp, path: string): Promise<number> {
  return (await app.visitor.send('GET', path)).status
}

const shared = await startApp()
afterAll(() => shared.close())

test('a server is alive and ready, and says no more than that', async () => {
  for (const path of ['/livez', '/readyz']) {
    const answer = await shared.visitor.send('GET', path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(Object.keys(answer.body as object)).toEqual(['status'])
  }
})

test('without its database a server is alive, and not ready until the database is back', async () => {
  const database = await createTestDatabase()
  const link = await cuttableLink(database.appUrl)
  const app = await startApp({ database, databaseUrl: link.url })
  onTestFinished(async () => {
    await app.close()
    await link.close()
  })
  expect(await status(app, '/readyz')).toBe(200)
  await link.cut()
  await expect.poll(() => status(app, '/readyz'), { timeout: 5000 }).toBe(503)
  expect((await app.visitor.send('GET', '/readyz')).problem.code).toBe('database_unavailable')
  expect(await status(app, '/livez')).toBe(200)
  await link.mend()
  await expect.poll(() => status(app, '/readyz'), { timeout: 5000 }).toBe(200)
})

test('a server whose database was put back to an older schema is not ready', async () => {
  const app = shared
  const [last] = await app.asOwner<{ name: string }>(
    `delete from migration where name = 'baseline' returning name`,
  )
  await expect.poll(() => status(app, '/readyz'), { timeout: 5000 }).toBe(503)
  expect((await app.visitor.send('GET', '/readyz')).problem.detail).toContain('older')
  // A newer Lantern adds its own, and this one serves on beside it.
  await app.asOwner(`insert into migration (name) values ($1), ('29991231-2359-of-the-next-release.sql')`, [
    last?.name,
  ])
  await expect.poll(() => status(app, '/readyz'), { timeout: 5000 }).toBe(200)
})

test('a server that is told to stop says so first, and serves on until nobody is led to it any more', async () => {
  const app = await startApp({ on: shared, leaveFor: 1500 })
  expect(await status(app, '/readyz')).toBe(200)
  const since = performance.now()
  const closed = app.app.close()
  await expect.poll(() => status(app, '/readyz')).toBe(503)
  expect((await app.visitor.send('GET', '/readyz')).problem.code).toBe('server_stopping')
  expect(await status(app, '/api/site')).toBe(200)
  expect(await status(app, '/livez')).toBe(200)
  await closed
  expect(performance.now() - since).toBeGreaterThan(1400)
  await expect(status(app, '/livez')).rejects.toThrow('ECONNREFUSED')
  await app.close()
})

test('a server that stops is given as long as it takes: Fastify ends no hook of its stop by a clock of its own', () => {
  expect(shared.app.initialConfig.pluginTimeout).toBe(0)
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startApp } from '../../testing/app.ts'

test('a server that is given longer than ten seconds to leave serves everybody for all of it', async () => {
  const app = await startApp({ leaveFor: 11_000 })
  const closed = app.app.close()
  await sleep(10_600)
  expect((await app.visitor.send('GET', '/api/site')).status).toBe(200)
  await closed
  await app.close()
}, 40_000)

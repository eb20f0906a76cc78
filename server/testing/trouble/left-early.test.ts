import { connect } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { listPatients } from '../../../contract/people/patients.ts'
import { createMetrics } from '../../ground/watch/metrics.ts'
import { type StaffClient, startApp, type TestApp } from '../app.ts'
import { createClient } from '../client.ts'
import { holdLock } from '../held-lock.ts'
import { openLive } from '../live-stream.ts'

/** A client that leaves before it is authenticated holds nothing that others wait for. */
const app = await startApp()
afterAll(() => app.close())
const desk = await app.signIn('receptionist')

const patience = { timeout: 10_000 }

test('an export whose reader left before it began keeps no place', async () => {
  const own = await startOwn({ wholeLists: { longestWait: 500 } })
  await leaveEarly(own, desk, '/api/patients/export')
  const again = await createClient(own.url, () => ({ authorization: `Bearer ${desk.token}` })).send(
    'GET',
    '/api/patients/export',
  )
  expect(again.status, again.text).toBe(200)
})

test('a screen that left before its stream began is told nothing any more', async () => {
  const metrics = createMetrics('1.2.3')
  const own = await startOwn({ metrics })
  const streams = async () => Number(/^lantern_live_streams (\d+)$/m.exec((await metrics.text()).body)?.[1])
  await leaveEarly(own, desk, '/api/live?scope=patients')
  const stays = await openLive(own.url, desk, 'patients')
  onTestFinished(() => stays.close())
  expect(await streams()).toBe(1)
})

async function startOwn(options: Parameters<typeof startApp>[0]): Promise<TestApp> {
  const own = await startApp({ on: app, ...options })
  onTestFinished(() => own.close())
  return own
}

/** Sends a request, and leaves before the server has authenticated its token. */
async function leaveEarly(own: TestApp, somebody: StaffClient, path: string): Promise<void> {
  const { untilWaiting, letGo } = await holdLock(app, 'lock table session in access exclusive mode')
  const { hostname, port } = new URL(own.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${somebody.token}\r\n\r\n`)
  await untilWaiting()
  socket.destroy()
  await expect.poll(() => connections(own), patience).toBe(0)
  await letGo()
  // When a later call is answered, the earlier one is finished.
  await createClient(own.url, () => ({ authorization: `Bearer ${somebody.token}` })).call(listPatients)
}

function connections({ app: { server } }: TestApp): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
}

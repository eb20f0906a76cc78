import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { changesHeard, openLive } from '../../testing/live-stream.ts'
import { openBalancer } from '../../testing/trouble/balancer.ts'
import { acknowledged, failures, openWriters, send } from '../../testing/trouble/writers.ts'

test('a server that stops under load answers all that it was sent, and what was saved was acknowledged', async () => {
  const app = await startApp({ quietBeforeClosing: 3000 })
  const keeper = await app.signIn('inventory_manager')
  const writers = openWriters(app.url, keeper, 30)
  await expect.poll(() => writers.outcomes.length, { timeout: 15_000 }).toBeGreaterThan(100)
  await app.app.close()
  await writers.stop()
  expect(acknowledged(writers).toSorted()).toEqual(await suppliersOf(app))
  expect(failures(writers)).toEqual([])
  await app.close()
})

test('while one of two servers stops, who calls by way of a balancer is served by the other', async () => {
  const one = await startApp()
  const other = await startApp({ on: one, quietBeforeClosing: 10_000 })
  const [port = 0, otherPort = 0] = [one, other].map(({ url }) => Number(new URL(url).port))
  const keeper = await one.signIn('inventory_manager')
  const balancer = await openBalancer([port, otherPort])
  const writers = openWriters(balancer.url, keeper, 20)
  await expect.poll(() => writers.outcomes.length, { timeout: 15_000 }).toBeGreaterThan(100)
  expect(await openConnections(other)).toBeGreaterThan(5)
  balancer.lead(otherPort, false)
  await other.app.close()
  const before = writers.outcomes.length
  await expect.poll(() => writers.outcomes.length, { timeout: 15_000 }).toBeGreaterThan(before + 100)
  await writers.stop()
  expect(writers.outcomes.filter(({ status }) => status !== 201)).toEqual([])
  expect(acknowledged(writers).toSorted()).toEqual(await suppliersOf(one))
  balancer.close()
  await one.close()
})

test('a server whom a proxy never ceases to call goes nonetheless, and refuses nobody before', async () => {
  const one = await startApp()
  const other = await startApp({ on: one })
  const answers: (number | string)[] = []
  let isOver = false
  // As a proxy does that goes on to the next where nobody listens.
  async function callBoth() {
    while (!isOver) {
      const answer = await statusOnNewConnection(other.url)
      answers.push(answer === 'ECONNREFUSED' ? await statusOnNewConnection(one.url) : answer)
      await sleep(5)
    }
  }
  const callers = Array.from({ length: 4 }, callBoth)
  await expect.poll(() => answers.length, { timeout: 15_000 }).toBeGreaterThan(100)
  await other.app.close()
  const before = answers.length
  await expect.poll(() => answers.length, { timeout: 15_000 }).toBeGreaterThan(before + 20)
  isOver = true
  await Promise.all(callers)
  expect(answers.filter((answer) => answer !== 200)).toEqual([])
  await other.close()
  await one.close()
})

test('what waits for somebody else when the server stops is waited for', async () => {
  const app = await startApp()
  const keeper = await app.signIn('inventory_manager')
  const { untilWaiting, letGo } = await holdLock(app, 'lock table supplier in exclusive mode')
  const sent = send(app.url, keeper, new Agent({ keepAlive: true }), 'Waited for')
  await untilWaiting()
  const closed = app.app.close()
  // The server is stopping, so it accepts no new connections.
  await expect.poll(() => statusOnNewConnection(app.url), { timeout: 15_000 }).toBe('ECONNREFUSED')
  await letGo()
  expect((await sent).status).toBe(201)
  await closed
  await app.close()
})

test('the screens are told to come back, each at a moment of its own', async () => {
  const app = await startApp()
  const keeper = await app.signIn('inventory_manager')
  await changesHeard(keeper, app.url)
  const streams = await Promise.all(Array.from({ length: 20 }, () => openLive(app.url, keeper)))
  await app.app.close()
  await expect.poll(() => streams.every(({ isOver }) => isOver)).toBe(true)
  const moments = streams.map(({ events }) => {
    const last = events.at(-1)
    return last?.kind === 'closing' ? last.reopenAfter : undefined
  })
  expect(moments.every((millis) => millis !== undefined && millis >= 500 && millis <= 3000)).toBe(true)
  expect(new Set(moments).size).toBeGreaterThan(10)
  await app.close()
})

/** Or what became of the connection. */
function statusOnNewConnection(url: string): Promise<number | string> {
  return new Promise((resolve) => {
    get(`${url}/api/site`, { agent: false }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', (error) => resolve(error.message))
    }).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

function openConnections({ app }: TestApp): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
}

async function suppliersOf(app: TestApp): Promise<string[]> {
  const rows = await app.asOwner<{ name: string }>('select name from supplier')
  return rows.map(({ name }) => name).toSorted()
}

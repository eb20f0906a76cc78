import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { givenSupplier } from '../suppliers/factories.ts'
import { type StaffClient, startApp } from '../testing/app.ts'
import { openLive } from '../testing/live-stream.ts'

test('a server that stops under load answers all that it began, and refuses the rest in a sentence', async () => {
  const app = await startApp()
  const keeper = await app.signIn('inventory_manager')
  const patience = new Agent({ keepAlive: true, maxSockets: 30 })
  const outcomes: Outcome[] = []
  async function work(worker: number) {
    for (let turn = 0; ; turn++) {
      const name = `Supplier ${worker} ${turn}`
      const outcome = await send(app.url, keeper, patience, name)
      outcomes.push(outcome)
      // Who was told to come back later does not try again at once.
      if (outcome.status !== 201) return
    }
  }
  const workers = Array.from({ length: 30 }, (_, worker) => work(worker))
  await expect.poll(() => outcomes.length, { timeout: 15_000 }).toBeGreaterThan(100)
  await app.app.close()
  await Promise.all(workers)
  patience.destroy()

  const saved = new Set(
    (await app.asOwner<{ name: string }>('select name from supplier')).map(({ name }) => name),
  )
  const said = outcomes.filter(({ status }) => status === 201).map(({ name }) => name)
  expect(said.toSorted()).toEqual([...saved].toSorted())
  const rest = outcomes.filter(({ status }) => status !== 201)
  expect(rest.filter(({ status }) => status === 'cut')).toEqual([])
  for (const { status, body } of rest) {
    if (status === 'nobody listens') continue
    expect(JSON.parse(body)).toMatchObject({ status: 503, code: 'server_stopping' })
  }
  await app.close()
})

test('what waits for somebody else when the server stops is waited for', async () => {
  const app = await startApp()
  const keeper = await app.signIn('inventory_manager')
  const owner = new pg.Client({ connectionString: app.database.ownerUrl })
  await owner.connect()
  await owner.query('begin; lock table supplier in exclusive mode')
  const sent = send(app.url, keeper, new Agent({ keepAlive: true }), 'Waited for')
  await sleep(300)
  const closed = app.app.close()
  await sleep(700)
  await owner.query('commit')
  expect((await sent).status).toBe(201)
  await closed
  await owner.end()
  await app.close()
})

test('the screens are told to come back, each at a moment of its own', async () => {
  const app = await startApp()
  const keeper = await app.signIn('inventory_manager')
  await accountHeard(app.url, keeper)
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

/** That the account got its role ends a stream which began before it was heard. */
async function accountHeard(url: string, keeper: StaffClient) {
  await expect
    .poll(
      async () => {
        const stream = await openLive(url, keeper, 'suppliers')
        await givenSupplier(keeper)
        await expect.poll(() => stream.isOver || stream.stale('suppliers') > 0, { timeout: 8000 }).toBe(true)
        const goesOn = !stream.isOver
        stream.close()
        return goesOn
      },
      { timeout: 20_000 },
    )
    .toBe(true)
}

interface Outcome {
  name: string
  status: number | 'nobody listens' | 'cut'
  body: string
}

function send(url: string, { token }: StaffClient, agent: Agent, name: string): Promise<Outcome> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const call = request(`${url}/api/suppliers`, { method: 'POST', agent, headers }, (answer) => {
      let body = ''
      answer.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      answer.on('end', () => resolve({ name, status: answer.statusCode ?? 0, body }))
      answer.on('error', () => resolve({ name, status: 'cut', body }))
    })
    call.on('error', (error: NodeJS.ErrnoException) => {
      // Before there is a connection, nothing of the request can have been sent.
      resolve({ name, status: error.syscall === 'connect' ? 'nobody listens' : 'cut', body: error.message })
    })
    call.end(JSON.stringify({ name }))
  })
}

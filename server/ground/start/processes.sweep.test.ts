import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { chooseRole } from '../../../contract/people/staff.ts'
import { signUp } from '../../testing/app.ts'
import { childrenOf } from '../../testing/child-processes.ts'
import { createClient } from '../../testing/client.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { addressOf, main, type Running, startProgram } from '../../testing/trouble/running.ts'
import { acknowledged, openWriters } from '../../testing/trouble/writers.ts'

const home = mkdtempSync(join(tmpdir(), 'lantern-processes-'))
const database = await createTestDatabase()
const owner = new pg.Client({ connectionString: database.ownerUrl })
await owner.connect()
afterAll(async () => {
  await owner.end()
  await database.drop()
  rmSync(home, { recursive: true, force: true })
})

const start = (LANTERN_PROCESSES: string, program = main) =>
  startProgram([process.execPath, program], {
    LANTERN_PROCESSES,
    LANTERN_DATA: home,
    DATABASE_URL: database.ownerUrl,
    AUDIT_SEALS_FILE: join(home, 'seals.txt'),
  })
/** Several servers start one after another, which takes a while on a busy machine. */
vi.setConfig({ testTimeout: 180_000 })
const patient = { timeout: 80_000 }

const processesOf = ({ process }: Running) => childrenOf(process.pid ?? 0).toSorted()

test('two processes serve at one port: one that dies is replaced, and all end in order', async () => {
  const running = start('2')
  expect(await running.settled).toBe('ready')
  const url = addressOf(running)
  expect(running.output().trim().split('\n').at(-1)).toBe(`Lantern is ready at ${url}, with 2 processes`)
  const [victim = 0, survivor = 0, ...others] = processesOf(running)
  expect(others).toEqual([])
  process.kill(victim, 'SIGKILL')
  await expect.poll(() => processesOf(running).filter((pid) => pid !== victim), patient).toHaveLength(2)
  expect(processesOf(running)).toContain(survivor)
  expect((await fetch(`${url}/api/site`)).status).toBe(200)
  await expect.poll(async () => (await serversOnDatabase()).length, patient).toBe(2)

  // Processes are also replaced if they die during a restart.
  const before = processesOf(running)
  running.process.kill('SIGUSR2')
  await expect.poll(() => processesOf(running), patient).toHaveLength(3)
  for (const pid of before) process.kill(pid, 'SIGKILL')
  await expect.poll(() => running.output(), patient).toContain('All processes of the server were restarted.')
  await expect.poll(async () => (await serversOnDatabase()).length, patient).toBe(2)
  await sleep(1000)
  expect(processesOf(running)).toHaveLength(2)

  const last = processesOf(running)
  running.process.kill('SIGTERM')
  expect(await running.ended).toBe(0)
  expect(last.filter(isAlive)).toEqual([])
})

test('all take turns to restart while people work, and no request fails', async () => {
  const running = start('2')
  expect(await running.settled).toBe('ready')
  const url = addressOf(running)
  const keeper = await signUp({ url, visitor: createClient(url) })
  await keeper.call(chooseRole, { body: { role: 'admin' } })
  const before = processesOf(running)
  const writers = openWriters(url, keeper, 8)
  await expect.poll(() => writers.outcomes.length, patient).toBeGreaterThan(50)
  running.process.kill('SIGUSR2')
  await expect.poll(() => running.output(), patient).toContain('All processes of the server were restarted.')
  const since = writers.outcomes.length
  await expect.poll(() => writers.outcomes.length, patient).toBeGreaterThan(since + 50)
  await writers.stop()
  // On a busy machine the database may not answer in time, whichever process serves.
  const failed = writers.outcomes.filter(({ status }) => status !== 201)
  expect(failed.filter(({ body }) => !body.includes('database_unavailable'))).toEqual([])
  const { rows } = await owner.query<{ name: string }>('select name from supplier')
  expect(acknowledged(writers).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  expect(processesOf(running)).toHaveLength(2)
  expect(processesOf(running).filter((pid) => before.includes(pid))).toEqual([])
})

test('a process that is killed under load leaves no connection open: each is answered or closed', async () => {
  const running = start('2')
  expect(await running.settled).toBe('ready')
  const url = addressOf(running)
  let opened = 0
  let isOver = false
  const loaders = Array.from({ length: 8 }, async () => {
    const outcomes: string[] = []
    while (!isOver) {
      opened++
      const answer = fetch(`${url}/livez`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(60_000),
      })
      outcomes.push(
        await answer.then(
          async ({ status, body }) => (await body?.cancel(), String(status)),
          ({ name }: Error) => (name === 'TimeoutError' ? 'neither answered nor closed' : 'closed'),
        ),
      )
    }
    return outcomes
  })
  const [victim = 0] = processesOf(running)
  const until = (count: number) => expect.poll(() => opened, patient).toBeGreaterThan(count)
  await until(20)
  // A stopped process is certain to be given a connection that it doesn't take, which can happen at any moment.
  process.kill(victim, 'SIGSTOP')
  await until(opened + 20)
  process.kill(victim, 'SIGKILL')
  await until(opened + 20)
  isOver = true
  const outcomes = (await Promise.all(loaders)).flat()
  expect(outcomes.filter((outcome) => outcome === 'neither answered nor closed')).toEqual([])
  expect(outcomes.filter((outcome) => outcome === 'closed').length).toBeLessThan(20)
})

test('a newer version is put in its place: a process that is started again serves the older one, and is ready', async () => {
  const folder = mkdtempSync(join(home, 'lantern-'))
  const root = resolve(import.meta.dirname, '../../..')
  for (const part of ['package.json', 'contract', 'server']) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const running = start('2', join(folder, 'server/main.ts'))
  expect(await running.settled).toBe('ready')
  writeFileSync(
    join(folder, 'server/ground/db/migrations/29991231-2359-of-the-next-release.sql'),
    'select 1;',
  )
  const before = processesOf(running)
  process.kill(before[0] ?? 0, 'SIGKILL')
  await expect.poll(async () => (await serversOnDatabase()).length, patient).toBe(2)
  await expect
    .poll(() => processesOf(running).filter((pid) => !before.includes(pid)), patient)
    .toHaveLength(1)
  running.process.kill('SIGUSR2')
  await expect.poll(() => running.output(), patient).toContain('All processes of the server were restarted.')
  for (let calls = 0; calls < 10; calls++) {
    const answer = await fetch(`${addressOf(running)}/readyz`, { headers: { connection: 'close' } })
    expect(await answer.json()).toEqual({ status: 'ready' })
  }
})

test('a number of processes that is none is refused, and one that stands alone says what a restart takes', async () => {
  const refused = start('many')
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toBe(
    'LANTERN_PROCESSES is "many"; give it auto for one a core, or a number from 1 to 64, for example LANTERN_PROCESSES=4.\n',
  )
  const alone = start('1')
  expect(await alone.settled).toBe('ready')
  alone.process.kill('SIGUSR2')
  await expect.poll(() => alone.output()).toContain('set LANTERN_PROCESSES')
  expect((await fetch(`${addressOf(alone)}/api/site`)).status).toBe(200)
})

/** The listening connections, one for each process. */
async function serversOnDatabase() {
  const { rows } = await owner.query(
    `select pid from pg_stat_activity where datname = current_database() and query = 'listen lantern'`,
  )
  return rows
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

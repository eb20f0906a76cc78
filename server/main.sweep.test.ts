import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { createTestDatabase } from './testing/database.ts'
import { addressOf, main, startProgram } from './testing/trouble/running.ts'

const home = mkdtempSync(join(tmpdir(), 'lantern-main-'))
const directory = join(home, 'data')
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Starts the real server on the data of these tests. */
const lantern = (env: NodeJS.ProcessEnv = {}, words: string[] = []) =>
  startProgram([process.execPath, main, ...words], { LANTERN_DATA: directory, ...env })

/** The one sentence of a start that refuses. */
async function refusal(env: NodeJS.ProcessEnv, words?: string[]): Promise<string> {
  const refused = lantern(env, words)
  expect(await refused.ended).toBe(1)
  const lines = refused.output().trim().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

function postgresPid(data = directory): number {
  return Number(readFileSync(join(data, 'postgresql/postmaster.pid'), 'utf8').split('\n')[0])
}

/** A process that has ended and that nobody has asked after yet does not count. A bare Linux has no `ps`. */
function isRunning(pid: number): boolean {
  if (existsSync('/proc/self')) return existsSync(`/proc/${pid}/exe`)
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'stat='])
  return /^[^Z]/.test(stdout.toString())
}

async function ownerOf(running: string): Promise<pg.Client> {
  const password = readFileSync(join(running, 'owner-password'), 'utf8').trim()
  const host = join(running, 'postgresql')
  const client = new pg.Client({ host, port: 5432, user: 'lantern_owner', password, database: 'lantern' })
  client.on('error', () => {})
  await client.connect()
  return client
}

test('Ctrl-C stops the server and its database, in order', async () => {
  const running = lantern()
  expect(await running.settled).toBe('ready')
  expect(running.output().trim().split('\n').at(-1)).toMatch(
    /^Lantern is ready at http:\/\/127\.0\.0\.1:\d+$/,
  )
  expect((await fetch(`${addressOf(running)}/api/openapi.json`)).status).toBe(200)
  const pid = postgresPid()
  expect(isRunning(pid)).toBe(true)
  running.process.kill('SIGINT')
  expect(await running.ended).toBe(0)
  expect(isRunning(pid)).toBe(false)
  expect(existsSync(join(directory, 'postgresql/postmaster.pid'))).toBe(false)
})

test('Ctrl-C in the middle of a start leaves no PostgreSQL either', async () => {
  const data = join(home, 'interrupted')
  const running = lantern({ LANTERN_DATA: data })
  await expect.poll(() => running.output(), { interval: 5, timeout: 15_000 }).toContain('Making the database')
  running.process.kill('SIGINT')
  expect(await running.ended).toBe(0)
  const again = lantern({ LANTERN_DATA: data })
  expect(await again.settled).toBe('ready')
})

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  '%s to npm reaches the server and its database',
  async (signal) => {
    const npm = startProgram(['npm', 'start', '--silent'], { LANTERN_DATA: directory })
    expect(await npm.settled).toBe('ready')
    const pid = postgresPid()
    npm.process.kill(signal)
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
  },
)

test('after kill -9 of the server the next start goes on with what was kept', async () => {
  const killed = lantern()
  expect(await killed.settled).toBe('ready')
  const orphan = postgresPid()
  const owner = await ownerOf(directory)
  await owner.query('create table kept as select 42 as answer')
  killed.process.kill('SIGKILL')
  await killed.ended
  expect(isRunning(orphan)).toBe(true)

  const next = lantern()
  expect(await next.settled).toBe('ready')
  expect(isRunning(orphan)).toBe(false)
  const again = await ownerOf(directory)
  expect((await again.query('select answer from kept')).rows).toEqual([{ answer: 42 }])
  await again.end()
})

test('of two starts at once on an empty directory one serves and the other says why not', async () => {
  const data = join(home, 'raced')
  const both = [lantern({ LANTERN_DATA: data }), lantern({ LANTERN_DATA: data })]
  const outcomes = await Promise.all(both.map(({ settled }) => settled))
  expect(outcomes.sort()).toEqual([1, 'ready'])
  const loser = both.find((running) => running.process.exitCode === 1)
  expect(loser?.output()).toBe(
    `Another Lantern is already running on ${data}; stop it first, or choose another directory with LANTERN_DATA.\n`,
  )
})

test('a taken port is refused before anything is made', async () => {
  const other = createServer()
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => {
      const address = other.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  onTestFinished(() => void other.close())
  const data = join(home, 'no-port')
  expect(await refusal({ PORT: String(port), LANTERN_DATA: data })).toBe(
    `Port ${port} of 127.0.0.1 is taken by another program; stop that one, or choose another port, for example PORT=${port + 1}.`,
  )
  expect(existsSync(join(data, 'postgresql'))).toBe(false)
})

test('what is wrong with the environment is said in one sentence', async () => {
  expect(await refusal({ PORT: 'http' })).toContain('PORT is "http"; give it a number')
  expect(await refusal({ HOST: '192.0.2.1' })).toContain(
    'This machine has no address 192.0.2.1; correct HOST',
  )
  expect(await refusal({ LOG_LEVEL: 'loud' })).toContain('LOG_LEVEL is "loud"; give it one of')
  expect(await refusal({ NODE_ENV: 'production' }, ['demo'])).toContain(
    'does not run with NODE_ENV=production',
  )
  expect(
    await refusal({ BACKUP_DIRECTORY: home, BACKUP_PASSPHRASE_FILE: join(home, 'no-passphrase') }),
  ).toContain("no-passphrase of BACKUP_PASSPHRASE_FILE can't be read (ENOENT)")
})

test('what is wrong with DATABASE_URL is said in one sentence', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const change = (edit: (url: URL) => void) => {
    const url = new URL(database.ownerUrl)
    edit(url)
    return { DATABASE_URL: url.href }
  }
  expect(await refusal({ DATABASE_URL: 'localhost/lantern' })).toContain(
    'is not the address of a PostgreSQL database',
  )
  expect(await refusal({ DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/lantern' })).toBe(
    'No PostgreSQL answers at 127.0.0.1:1; start it, or correct the host and port in DATABASE_URL.',
  )
  expect(await refusal({ DATABASE_URL: 'postgresql://a:b@no-such-host.invalid/lantern' })).toContain(
    'The host no-such-host.invalid of DATABASE_URL is not known',
  )
  expect(await refusal(change((url) => (url.password = 'wrong')))).toContain(
    'refused the account lantern_owner',
  )
  expect(await refusal(change((url) => (url.pathname = '/nowhere')))).toContain(
    'has no database nowhere; create it',
  )
})

test('an account in DATABASE_URL that may not make what Lantern needs is told how to get the right', async () => {
  const admin = new pg.Client({
    connectionString: inject('templateOwnerUrl').replace('lantern_empty', 'lantern'),
  })
  await admin.connect()
  await admin.query(`create role weak login password 'weak'`)
  await admin.query('create database weakly owner weak')
  await admin.query('create database not_weaks')
  onTestFinished(async () => {
    await admin.query('drop database weakly with (force)')
    await admin.query('drop database not_weaks with (force)')
    await admin.query('drop role weak')
    await admin.end()
  })
  const url = new URL(inject('templateOwnerUrl'))
  url.username = 'weak'
  url.password = 'weak'
  url.pathname = '/weakly'
  expect(await refusal({ DATABASE_URL: url.href })).toContain('createrole')
  url.pathname = '/not_weaks'
  expect(await refusal({ DATABASE_URL: url.href })).toContain('may not set up the database not_weaks')
})

test('with a DATABASE_URL that is right, that database is used and none is made', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const data = join(home, 'unused')
  const running = lantern({ DATABASE_URL: database.ownerUrl, LANTERN_DATA: data })
  expect(await running.settled).toBe('ready')
  // The key of the seals lies beside the database, and never in it.
  expect(readdirSync(data)).toEqual(['audit-key.pem'])
  running.process.kill('SIGTERM')
  expect(await running.ended).toBe(0)
})

test('a database that goes away under the server is brought back, and the server goes on', async () => {
  const running = lantern()
  expect(await running.settled).toBe('ready')
  process.kill(postgresPid(), 'SIGKILL')
  await expect.poll(() => running.output(), { timeout: 15_000 }).toContain('The database is back.')
  const ask = async () => (await fetch(`${addressOf(running)}/api/site`)).status
  await expect.poll(ask, { timeout: 15_000 }).toBeLessThan(500)
})

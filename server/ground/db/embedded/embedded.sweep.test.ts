import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedPostgres, runningOwnerUrl, startEmbedded } from '../embedded.ts'
import { claimDirectory } from './claim.ts'
import { openAsOwner } from './owner.ts'

// As root this is a place that nobody else may enter: what `mktemp -d` and /root are.
const home = mkdtempSync(join(tmpdir(), 'lantern-embedded-'))
const directory = join(home, 'data')
const settings = { fsync: 'off' }
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Starts on the shared directory, and stops when the test is over. */
async function start(onProgress: (sentence: string) => void = () => {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded(directory, { settings, onProgress })
  onTestFinished(() => postgres.stop())
  return postgres
}

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

function postmasterPid(): number {
  return Number(readFileSync(join(directory, 'postgresql/postmaster.pid'), 'utf8').split('\n')[0])
}

test('the first start makes a database that sorts and folds letters alike everywhere', async () => {
  const sentences: string[] = []
  const { ownerUrl } = await start((sentence) => sentences.push(sentence))
  expect(sentences).toEqual(['Making the database, once …'])
  await ask(ownerUrl, 'create table kept (word text); insert into kept values ($$Ärztin$$)')
  expect(
    await ask(
      ownerUrl,
      `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale,
         lower('ÄÉ') as lowered, current_setting('data_checksums') as checksums, current_setting('timezone') as zone,
         current_setting('synchronous_commit') as durable
       from pg_database where datname = current_database()`,
    ),
  ).toEqual([
    {
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
      lowered: 'äé',
      checksums: 'on',
      zone: 'UTC',
      durable: 'on',
    },
  ])
})

test('the second start finds what the first one left, and shows nobody else a file of it', async () => {
  const { ownerUrl } = await start()
  expect(await ask(ownerUrl, 'select word from kept')).toEqual([{ word: 'Ärztin' }])
  const files = ['lantern.lock', 'owner-password', 'postgresql', 'postgresql.log']
  expect(readdirSync(directory).sort()).toEqual(files)
  for (const file of files) expect(statSync(join(directory, file)).mode & 0o077).toBe(0)
})

test('a wrong password does not get in', async () => {
  const { ownerUrl } = await start()
  const url = new URL(ownerUrl)
  url.password = 'guessed'
  await expect(ask(url.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('a second Lantern on the same directory refuses, in this process and in another', async () => {
  await start()
  await expect(startEmbedded(directory)).rejects.toThrow(
    `Another Lantern is already running on ${directory}; stop it first, or choose another directory with LANTERN_DATA.`,
  )
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(import.meta.resolve('../embedded.ts'))})
    await startEmbedded(${JSON.stringify(directory)}).catch((error) => console.log(error.name, error.message))`
  const other = spawnSync(process.execPath, ['--input-type=module', '--eval', program])
  expect(other.stdout.toString()).toContain('PlainRefusal Another Lantern is already running on')
})

test('a start that meets another one at the very first step of the lock still gets it', async () => {
  // Holds what SQLite takes first, as the loser of two starts does for a moment.
  const passing = new Worker(
    `const { DatabaseSync } = require('node:sqlite')
     const { parentPort, workerData } = require('node:worker_threads')
     const lock = new DatabaseSync(workerData)
     lock.exec('BEGIN; SELECT * FROM sqlite_master')
     parentPort.postMessage('looking')
     setTimeout(() => lock.close(), 50)`,
    { eval: true, workerData: join(directory, 'lantern.lock') },
  )
  await once(passing, 'message')
  claimDirectory(directory).release()
  await once(passing, 'exit')
})

test('a PostgreSQL that is killed comes back at the same address with what it had promised', async () => {
  const sentences: string[] = []
  const { ownerUrl } = await start((sentence) => sentences.push(sentence))
  await ask(ownerUrl, 'insert into kept values ($$promised$$)')
  process.kill(postmasterPid(), 'SIGKILL')
  await expect.poll(() => sentences, { timeout: 15_000 }).toContain('The database is back.')
  expect(await ask(ownerUrl, `select word from kept where word = 'promised'`)).toHaveLength(1)
})

test('a stop in the moment in which PostgreSQL is being brought back leaves none behind', async () => {
  const postgres = await startEmbedded(directory, { settings })
  process.kill(postmasterPid(), 'SIGKILL')
  await sleep(110)
  await postgres.stop()
  // Killed before it was brought back, it leaves its socket's file; nobody answers there.
  await expect(ask(postgres.ownerUrl, 'select 1')).rejects.toThrow(/ECONNREFUSED|ENOENT/)
  const again = await startEmbedded(directory, { settings })
  await again.stop()
})

test('the number of a dead PostgreSQL that another process was given since does not stop a start', async () => {
  const cluster = join(directory, 'postgresql')
  // Ourselves: alive for sure, and surely no PostgreSQL.
  const lines = [process.pid, cluster, 0, 5432, '.', '', '', 'ready   ', '']
  writeFileSync(join(cluster, 'postmaster.pid'), lines.join('\n'))
  const { ownerUrl } = await start()
  expect(await ask(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('data of another PostgreSQL is left alone, with a sentence that says what to do', async () => {
  const version = join(directory, 'postgresql/PG_VERSION')
  const own = readFileSync(version, 'utf8')
  writeFileSync(version, '14\n')
  onTestFinished(() => writeFileSync(version, own))
  await expect(startEmbedded(directory)).rejects.toThrow(
    /is of PostgreSQL 14, and this Lantern brings .*DATABASE_URL/,
  )
})

test('without the file of its password the data is not opened, and nothing new is made', async () => {
  const file = join(directory, 'owner-password')
  renameSync(file, `${file}.away`)
  onTestFinished(() => renameSync(`${file}.away`, file))
  await expect(startEmbedded(directory)).rejects.toThrow(/owner-password is missing.*backup/)
})

test.each(['another-password', ''])(
  'with the password %j in its file the data is not opened, which is said in one sentence',
  async (wrong) => {
    const file = join(directory, 'owner-password')
    const own = readFileSync(file, 'utf8')
    const sentence = `${file} holds another password than the data beside it; put the file back as it was`
    writeFileSync(file, wrong)
    onTestFinished(() => writeFileSync(file, own))
    await expect(startEmbedded(directory, { settings })).rejects.toThrow(sentence)
    // PostgreSQL was stopped, so the next start opens it.
    writeFileSync(file, own)
    await start()
    writeFileSync(file, wrong)
    await expect(openAsOwner(null, directory)).rejects.toThrow(sentence)
  },
)

test('a data directory that is a file is refused', async () => {
  const file = join(home, 'a-file')
  writeFileSync(file, '')
  await expect(startEmbedded(file)).rejects.toThrow(`${file} is not a directory`)
})

test('what a power cut left of a PostgreSQL is not taken for one that runs', async () => {
  const file = join(directory, 'postgresql/postmaster.pid')
  const running = await startEmbedded(directory, { settings })
  const said = readFileSync(file, 'utf8')
  expect(runningOwnerUrl(directory)).toBe(running.ownerUrl)
  await running.stop()
  // Its number stands for another process since.
  writeFileSync(file, said.replace(/^\d+/, String(process.pid)))
  expect(runningOwnerUrl(directory)).toBeNull()
  rmSync(file)
})

test('a path too long for a socket is served by a port of this machine alone', async () => {
  const deep = join(home, 'a-directory-with-a-long-name-'.repeat(4))
  const postgres = await startEmbedded(deep, { settings })
  onTestFinished(() => postgres.stop())
  expect(new URL(postgres.ownerUrl).hostname).toBe('127.0.0.1')
  expect(await ask(postgres.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

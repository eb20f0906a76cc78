import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { startApp } from '../../testing/app.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { writeArchive } from './archive.ts'
import { takeBackup } from './take.ts'
import { verifyBackup } from './verify.ts'

vi.setConfig({ testTimeout: 60_000 })
const home = mkdtempSync(join(tmpdir(), 'lantern-take-'))
const app = await startApp()
const hospital = app.database
afterAll(async () => {
  await app.close()
  rmSync(home, { recursive: true, force: true })
})

const desk = await app.signIn('receptionist')
for (let number = 0; number < 5; number++) await givenPatient(desk)

const plain = { passphrase: null, auditKey: null }
let files = 0
const nextFile = () => join(home, `backup-${++files}.tar.zst`)

async function asOwner(url: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  onTestFinished(() => owner.end())
  return owner
}

test.skipIf(process.getuid?.() !== 0)('on a disk that gets full, no half file is left', async () => {
  const disk = mkdtempSync(join(home, 'disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', disk])
  try {
    const file = join(disk, 'backup.tar.zst')
    await expect(takeBackup(hospital.ownerUrl, { ...plain, file })).rejects.toThrow(
      `The disk that holds ${disk} is full; nothing of the backup was left there.`,
    )
    expect(readdirSync(disk)).toEqual([])
  } finally {
    execFileSync('umount', [disk])
  }
})

test.skipIf(process.getuid?.() !== 0)(
  'a disk that gets full in the middle is told, and ends nothing',
  async () => {
    const disk = mkdtempSync(join(home, 'disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk])
    try {
      const written = writeArchive(join(disk, 'base.tar.zst'), null, async (put) => {
        // Random bytes, because they don't compress.
        for (let number = 0; number < 8; number++)
          await put({ name: `files/${number}`, data: randomBytes(2 ** 20) })
      })
      await expect(written).rejects.toThrow(
        `The disk that holds ${disk} is full; nothing of the backup was left`,
      )
      expect(readdirSync(disk)).toEqual([])
    } finally {
      execFileSync('umount', [disk])
    }
  },
)

test('what does not read as it was written gets no name, and nothing of it is left', async () => {
  const place = mkdtempSync(join(home, 'checked-'))
  const file = join(place, 'backup.tar.zst')
  const check = async (draft: string) => {
    // A disk can lose the end of a file.
    truncateSync(draft, statSync(draft).size - 20)
    await verifyBackup(draft, null)
  }
  await expect(takeBackup(hospital.ownerUrl, { ...plain, file, check })).rejects.toThrow(
    'is not a whole backup',
  )
  expect(readdirSync(place)).toEqual([])
})

test('how far a backup is can be told, and never goes back', async () => {
  const shares: number[] = []
  await takeBackup(hospital.ownerUrl, {
    ...plain,
    file: nextFile(),
    onProgress: (share) => void shares.push(share),
  })
  expect(shares.length).toBeGreaterThan(10)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  expect(shares.at(0)).toBeGreaterThanOrEqual(0)
  expect(shares.at(-1)).toBeLessThanOrEqual(1)
  expect(shares.at(-1)).toBeGreaterThan(0.5)
})

test('a backup that began during a migration is as the migration left it', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const owner = await asOwner(database.ownerUrl)
  const migrating = await asOwner(database.ownerUrl)
  await migrating.query(`begin;
    alter table patient add column blood_type text not null default 'unknown';
    create table blood_bank (id int primary key);
    drop table spent_challenge`)
  const taken = takeBackup(database.ownerUrl, { ...plain, file: nextFile() })
  const waiting = async () =>
    (
      await owner.query(`select from pg_locks where not granted and database =
      (select oid from pg_database where datname = current_database())`)
    ).rowCount
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  await migrating.query('commit')
  const { tables } = (await taken).manifest
  expect(tables.find(({ name }) => name === 'patient')?.columns).toContain('blood_type')
  expect(tables.map(({ name }) => name)).toContain('blood_bank')
  expect(tables.map(({ name }) => name)).not.toContain('spent_challenge')
})

test('a backup writes over no file, and into no place that is not there', async () => {
  const file = nextFile()
  await takeBackup(hospital.ownerUrl, { ...plain, file })
  await expect(takeBackup(hospital.ownerUrl, { ...plain, file })).rejects.toThrow('There is a file')
  await expect(
    takeBackup(hospital.ownerUrl, { ...plain, file: join(home, 'nowhere', 'backup') }),
  ).rejects.toThrow('There is no directory')
})

test('while a backup is read again, a migration waits for nothing of it', async () => {
  const owner = await asOwner(hospital.ownerUrl)
  const check = async () => {
    await owner.query(`set lock_timeout = '1s'; alter table patient add column blood_type text`)
  }
  const file = nextFile()
  await takeBackup(hospital.ownerUrl, { ...plain, file, check })
  await owner.query('alter table patient drop column blood_type')
  expect((await verifyBackup(file, null)).sums.tables.patient?.rows).toBe(5)
})

test('a database that is gone by the end makes no backup of what was read in time fail', async () => {
  const file = nextFile()
  await takeBackup(await deafAtTheEnd(hospital.ownerUrl), { ...plain, file })
  expect((await verifyBackup(file, null)).sums.tables.patient?.rows).toBe(5)
})

/** A connection to the database that drops the closing message, as if the client's machine had died. */
async function deafAtTheEnd(databaseUrl: string): Promise<string> {
  const { host, port } = new pg.Client({ connectionString: databaseUrl })
  const goodbye = Buffer.from([0x58, 0, 0, 0, 4])
  const server = createServer({ allowHalfOpen: true }, (asking) => {
    const database = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    for (const socket of [asking, database]) socket.on('error', () => {})
    asking.on('data', (data) => goodbye.equals(data) || database.write(data))
    asking.on('close', () => database.destroy())
    database.pipe(asking)
  })
  onTestFinished(() => void server.close())
  const url = new URL(databaseUrl)
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  const address = server.address()
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  url.search = ''
  return url.href
}

test('of two hospitals that come to one name in one directory, the second is told and the first keeps its file', async () => {
  const place = mkdtempSync(join(home, 'shared-'))
  const file = join(place, 'lantern-2026-11-22T020000Z.tar.zst')
  const theirs = 'of the first hospital'
  const check = async () => writeFileSync(file, theirs)
  await expect(takeBackup(hospital.ownerUrl, { ...plain, file, check })).rejects.toThrow(
    `There is a file ${file} already; name another one.`,
  )
  expect(readFileSync(file, 'utf8')).toBe(theirs)
  expect(readdirSync(place)).toEqual([basename(file)])

  // A process on another machine can have the same number.
  const later = join(place, 'lantern-2026-11-23T020000Z.tar.zst')
  const draft = `${later}.draft-${process.pid}`
  writeFileSync(draft, theirs)
  await expect(takeBackup(hospital.ownerUrl, { ...plain, file: later })).rejects.toThrow('There is a file')
  expect(readFileSync(draft, 'utf8')).toBe(theirs)
})

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Backups, readBackups, startBackup } from '../../../contract/site/backups.ts'
import { givenPatient } from '../../patients/factories.ts'
import { startApp, type TestApp, type TestAppOptions } from '../../testing/app.ts'
import { moveHospital, type StoryClock, storyClock } from '../../testing/clock.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { openLive } from '../../testing/live-stream.ts'
import { createMetrics } from '../../watch/metrics.ts'
import { fileNameAt } from '../file-name.ts'
import { restoreBackup } from '../restore.ts'
import { verifyBackup } from '../verify.ts'
import type { BackupPlan } from './plan.ts'
import { addDue, begin, readState } from './records.ts'

// Each backup is a process, and a restore makes a whole schema.
vi.setConfig({ testTimeout: 90_000 })
const home = mkdtempSync(join(tmpdir(), 'lantern-nightly-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const patience = { timeout: 30_000, interval: 50 }

interface Hospital extends StoryClock {
  app: TestApp
  plan: BackupPlan
  /** Another server of the same hospital. */
  alsoServe(changed?: Partial<BackupPlan>): Promise<TestApp>
  state(): Promise<Backups>
  /** What was begun, the first one first. */
  made(): Promise<{ due_at: Date | null; begun_at: Date; failure: string | null; file: string | null }[]>
  files(): string[]
}

const now = { body: { when: 'now' } } as const
let hospitals = 0

/** A hospital at 11:30 at night of 10 June in Kolkata, with a place for its backups, and servers that look often. */
async function openHospital(
  changed: Partial<BackupPlan> = {},
  options: TestAppOptions = {},
): Promise<Hospital> {
  const story = storyClock('2026-06-10T18:00:00Z')
  const database = await createTestDatabase()
  const directory = join(home, `hospital-${++hospitals}`)
  mkdirSync(directory)
  const plan: BackupPlan = {
    directory,
    hour: 2,
    keep: 14,
    passphraseFile: undefined,
    auditKeyFile: join(home, 'audit-key.pem'),
    databaseUrl: database.ownerUrl,
    dataDirectory: home,
    lookEvery: 100,
    ...changed,
  }
  // Its own server makes none yet.
  const app = await startApp({ database, clock: story.clock, ...options, backups: plan })
  onTestFinished(() => app.close())
  await story.set(app, story.clock())
  await moveHospital(app, 'Asia/Kolkata')
  return {
    ...story,
    app,
    plan,
    async alsoServe(otherwise = {}) {
      const other = await startApp({
        on: app,
        clock: story.clock,
        runsJobs: true,
        logger: { level: 'silent' },
        backups: { ...plan, ...otherwise },
      })
      let closing: Promise<void> | undefined
      const close = () => {
        closing ??= other.close()
        return closing
      }
      onTestFinished(close)
      return { ...other, close }
    },
    state: () => readState(app.app.lantern.db, plan, story.clock()),
    made: () =>
      app.asOwner(
        'select due_at, begun_at, failure, file from backup where ended_at is not null order by begun_at, ended_at',
      ),
    files: () => readdirSync(directory).toSorted(),
  }
}

async function asOwner(url: string) {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  onTestFinished(() => owner.end())
  return owner
}

test('each night a backup is made by itself at the hour of the hospital’s clock, and is restored as it was', async () => {
  const hospital = await openHospital()
  const desk = await hospital.app.signIn('receptionist')
  for (let number = 0; number < 3; number++) await givenPatient(desk)
  await hospital.alsoServe()
  // Last night no server ran: that one is made at once.
  await expect.poll(hospital.files, patience).toEqual(['lantern-2026-06-10T180000Z.tar.zst'])
  await hospital.set(hospital.app, new Date('2026-06-10T20:29:59Z'))
  await expect.poll(hospital.made, patience).toMatchObject([{ due_at: new Date('2026-06-09T20:30:00Z') }])
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect((await hospital.state()).plan?.nextAt).toBe('2026-06-10T20:30:00.000Z')
  expect(hospital.files()).toHaveLength(1)

  await hospital.set(hospital.app, new Date('2026-06-10T20:30:00Z'))
  await expect.poll(async () => (await hospital.made()).length, patience).toBe(2)
  const made = join(hospital.plan.directory, 'lantern-2026-06-10T203000Z.tar.zst')
  const state = await hospital.state()
  expect(state).toMatchObject({
    plan: { nextAt: '2026-06-11T20:30:00.000Z', isEncrypted: false },
    running: null,
    last: { at: '2026-06-10T20:30:00.000Z', file: made },
    failure: null,
    overdueFrom: '2026-06-11T22:30:00.000Z',
  })
  expect(state.last?.bytes).toBe(readFileSync(made).length)
  expect(
    await hospital.app.asOwner(
      `select staff_id, outcome, changes from audit_entry where action = 'takeBackup' order by at`,
    ),
  ).toMatchObject([
    { staff_id: null, outcome: 'done' },
    { staff_id: null, outcome: 'done', changes: { file: 'lantern-2026-06-10T203000Z.tar.zst' } },
  ])

  const empty = await createTestDatabase()
  onTestFinished(() => empty.drop())
  await restoreBackup(empty.ownerUrl, { file: made, passphrase: null })
  const restored = await asOwner(empty.ownerUrl)
  const names = 'select mrn, last_name from patient order by mrn'
  expect((await restored.query(names)).rows).toEqual(await hospital.app.asOwner(names))
  // A copy knows of no file that it could remove.
  expect((await restored.query('select from backup')).rowCount).toBe(0)
})

test.each([
  ['Europe/Berlin', 2, '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', 2, '2026-03-29T12:00:00Z', '2026-03-30T00:00:00.000Z'],
  ['Europe/Berlin', 2, '2026-10-25T12:00:00Z', '2026-10-26T01:00:00.000Z'],
  ['Pacific/Auckland', 0, '2026-06-10T11:59:00Z', '2026-06-10T12:00:00.000Z'],
  ['America/Los_Angeles', 23, '2026-06-10T06:00:00Z', '2026-06-11T06:00:00.000Z'],
])('in %s at %i o’clock, after %s the next is due at %s', async (timeZone, hour, now, next) => {
  const { app, plan } = await openHospital({ hour })
  await moveHospital(app, timeZone)
  expect((await readState(app.app.lantern.db, plan, new Date(now))).plan?.nextAt).toBe(next)
})

test('of several servers one makes a night’s backup', async () => {
  const hospital = await openHospital()
  await Promise.all([hospital.alsoServe(), hospital.alsoServe()])
  for (const night of ['2026-06-10T20:31:00Z', '2026-06-11T20:31:00Z']) {
    await hospital.set(hospital.app, new Date(night))
    await expect
      .poll(async () => (await hospital.state()).last?.at, patience)
      .toBe(new Date(night).toISOString())
  }
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const made = await hospital.made()
  expect(made.map(({ failure }) => failure)).toEqual(made.map(() => null))
  expect(new Set(made.map(({ due_at }) => due_at?.toISOString())).size).toBe(made.length)
  expect(hospital.files()).toHaveLength(made.length)
})

test('twenty that look at the same moment begin one', async () => {
  const { app, plan, clock } = await openHospital()
  const { db } = app.app.lantern
  for (const night of [10, 11, 12]) {
    const now = new Date(clock().getTime() + night * 86_400_000)
    const looks = Array.from({ length: 20 }, async () => {
      await addDue(db, plan, now)
      return begin(db, now)
    })
    const begun = (await Promise.all(looks)).filter((one) => one !== undefined)
    expect(begun).toHaveLength(1)
    await app.asOwner(
      `update backup set ended_at = $1, directory = '/', file = 'x', bytes = 1 where id = $2`,
      [now, begun[0]?.id],
    )
  }
})

test('where it can’t be written, administrators, figures and the log are told why, and it is tried again', async () => {
  const metrics = createMetrics('1.2.3')
  const hospital = await openHospital({ directory: join(home, 'unmounted') }, { metrics })
  const admin = await hospital.app.founder()
  const screen = await openLive(hospital.app.url, admin, 'backups')
  onTestFinished(() => screen.close())
  await hospital.alsoServe()
  const says = `There is no directory ${join(home, 'unmounted')}; make it, or name another place.`
  await expect
    .poll(async () => (await admin.call(readBackups)).body.failure, patience)
    .toEqual({ at: '2026-06-10T18:00:00.000Z', says })
  await expect.poll(() => screen.stale('backups'), patience).toBeGreaterThan(0)
  const figures = async () => (await metrics.text()).body
  expect(await figures()).toContain('\nlantern_backup_failures 1\n')
  expect(await figures()).not.toMatch(/^lantern_backup_age_seconds \d/m)
  expect(
    await hospital.app.asOwner(`select outcome, changes from audit_entry where action = 'takeBackup'`),
  ).toEqual([{ outcome: 'internal', changes: { failure: says } }])

  // Nobody is told ten times a second, and within the hour it is not tried again.
  await hospital.set(hospital.app, new Date('2026-06-10T18:59:00Z'))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await hospital.made()).toHaveLength(1)
  mkdirSync(join(home, 'unmounted'))
  await hospital.set(hospital.app, new Date('2026-06-10T19:00:01Z'))
  await expect.poll(async () => (await hospital.state()).last, patience).not.toBeNull()
  expect((await hospital.state()).failure).toBeNull()
  await hospital.set(hospital.app, new Date('2026-06-10T19:10:01Z'))
  expect(await figures()).toContain('\nlantern_backup_failures 0\n')
  expect(await figures()).toContain('\nlantern_backup_age_seconds 600\n')
  expect(await figures()).toMatch(/^lantern_backup_bytes \d{4,}$/m)
})

test.skipIf(process.getuid?.() !== 0)(
  'a disk that is full is told, and the backups before stay',
  async () => {
    const disk = mkdtempSync(join(home, 'disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk])
    onTestFinished(() => void execFileSync('umount', [disk]))
    const hospital = await openHospital({ directory: disk, keep: 1 })
    const server = await hospital.alsoServe()
    await expect.poll(async () => (await hospital.state()).last, patience).not.toBeNull()
    const before = readdirSync(disk)
    writeFileSync(
      join(disk, 'others'),
      Buffer.alloc(256 * 1024 - 4096 * Math.ceil(statSize(disk, before) / 4096) - 4096),
    )
    await hospital.set(hospital.app, new Date('2026-06-10T20:31:00Z'))
    await expect
      .poll(async () => (await hospital.state()).failure?.says, patience)
      .toBe(
        `The disk that holds ${disk} is full; nothing of the backup was left there. Free some space, or name another place.`,
      )
    expect(readdirSync(disk)).toEqual([...before, 'others'].toSorted())
    await server.close()
  },
)

function statSize(directory: string, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + readFileSync(join(directory, name)).length, 0)
}

test('so many backups are kept as were asked for, and what others put there stays', async () => {
  const hospital = await openHospital({ keep: 2 })
  const theirs = [
    'lantern-2020-01-01T020000Z.tar.zst',
    'lantern-2020-01-01T020000Z.tar.zst.draft-1',
    'notes.txt',
  ]
  for (const name of theirs) writeFileSync(join(hospital.plan.directory, name), 'theirs')
  const left = 'lantern-2020-01-02T020000Z.tar.zst.draft-17'
  writeFileSync(join(hospital.plan.directory, left), 'left by a writer that was killed')
  const longAgo = new Date(Date.now() - 2 * 86_400_000)
  utimesSync(join(hospital.plan.directory, left), longAgo, longAgo)
  await hospital.alsoServe()
  for (const night of ['10', '11', '12', '13']) {
    await hospital.set(hospital.app, new Date(`2026-06-${night}T20:30:00Z`))
    await expect
      .poll(async () => (await hospital.state()).last?.at, patience)
      .toBe(`2026-06-${night}T20:30:00.000Z`)
  }
  await expect
    .poll(hospital.files, patience)
    .toEqual(
      [...theirs, 'lantern-2026-06-12T203000Z.tar.zst', 'lantern-2026-06-13T203000Z.tar.zst'].toSorted(),
    )
})

test('what has no newer backup 26 hours later is overdue, and so is a hospital that never had one', async () => {
  const hospital = await openHospital()
  expect((await hospital.state()).overdueFrom).toBeNull()
  await hospital.app.founder()
  await hospital.app.asOwner(`update staff set created_at = '2026-06-01T08:00:00Z'`)
  expect((await hospital.state()).overdueFrom).toBe('2026-06-02T10:00:00.000Z')
  await hospital.alsoServe()
  await expect
    .poll(async () => (await hospital.state()).overdueFrom, patience)
    .toBe('2026-06-11T20:00:00.000Z')
  // Of a server that makes none, nothing is expected.
  expect((await readState(hospital.app.app.lantern.db, null, hospital.clock())).overdueFrom).toBeNull()
})

test('where there is a passphrase, backups are encrypted by it', async () => {
  const passphraseFile = join(home, 'passphrase')
  const passphrase = 'a lamp in every window of the ward'
  writeFileSync(passphraseFile, `${passphrase}\n`)
  const hospital = await openHospital({ passphraseFile })
  await hospital.alsoServe()
  await expect.poll(hospital.files, patience).toEqual(['lantern-2026-06-10T180000Z.tar.zst.age'])
  const file = join(hospital.plan.directory, 'lantern-2026-06-10T180000Z.tar.zst.age')
  expect((await verifyBackup(file, passphrase)).sums.tables.staff?.rows).toBe(0)
  await expect(verifyBackup(file, null)).rejects.toThrow('is encrypted')
})

test('one that is asked for is made at once, and two who ask get one', async () => {
  const hospital = await openHospital()
  const server = await hospital.alsoServe({ lookEvery: 60_000 })
  const [admin, second] = [await server.founder(), await server.signIn('admin')]
  await hospital.app.asOwner(`insert into backup (due_at, asked_at, begun_at, heard_at, ended_at, directory, file, bytes)
    values ('2026-06-09T20:30:00Z', now(), '2026-06-09T20:30:00Z', now(), now(), '/', 'x', 1)`)
  // It waits for this, so that there is something under way.
  const holding = await asOwner(hospital.app.database.ownerUrl)
  await holding.query('begin; lock table patient in access exclusive mode')
  const [asked, askedAgain] = [await admin.call(startBackup, now), await second.call(startBackup, now)]
  expect([asked.status, askedAgain.status]).toEqual([200, 200])
  expect(askedAgain.body.running).not.toBeNull()
  await expect.poll(async () => (await admin.call(readBackups)).body.running?.stage, patience).toBe('writing')
  await holding.query('rollback')
  await expect.poll(async () => (await admin.call(readBackups)).body.running, patience).toBeNull()
  expect(await hospital.made()).toHaveLength(2)
  expect(hospital.files()).toHaveLength(1)
  const off = await startApp({ on: hospital.app, clock: hospital.clock, backups: undefined })
  onTestFinished(() => off.close())
  expect((await (await off.signIn('admin')).call(startBackup, now)).problem).toMatchObject({
    status: 409,
    code: 'backups_off',
    detail: 'Backups are not set up on this server. Ask your IT support to set BACKUP_DIRECTORY.',
  })
})

/** The processes that write backups for servers of these tests. */
function writers(): number[] {
  return readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8')
      .split(' ')
      .filter((pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('nightly/writer.ts'))
      .map(Number),
  )
}

test.skipIf(process.platform !== 'linux')(
  'a writer that is killed, as where memory is short, is told, and the server goes on',
  async () => {
    const hospital = await openHospital()
    const holding = await asOwner(hospital.app.database.ownerUrl)
    await holding.query('begin; lock table patient in access exclusive mode')
    await hospital.alsoServe()
    await expect.poll(writers, patience).toHaveLength(1)
    const [{ at } = { at: new Date() }] = await hospital.app.asOwner<{ at: Date }>(
      'select begun_at as at from backup where ended_at is null',
    )
    for (const pid of writers()) {
      // As much of a file as it had written.
      writeFileSync(
        join(hospital.plan.directory, `${fileNameAt(at, false)}.draft-${pid}`),
        'half of a backup',
      )
      process.kill(pid, 'SIGKILL')
    }
    await expect
      .poll(async () => (await hospital.state()).failure?.says, patience)
      .toBe('The backup was broken off; the server may be short of memory.')
    await expect.poll(hospital.files, patience).toEqual([])
    await holding.query('rollback')
    await hospital.set(hospital.app, new Date('2026-06-10T19:00:01Z'))
    await expect.poll(async () => (await hospital.state()).last, patience).not.toBeNull()
  },
)

test('what a server was making when it stopped, another makes; of one that was killed it is told', async () => {
  const hospital = await openHospital()
  const holding = await asOwner(hospital.app.database.ownerUrl)
  await holding.query('begin; lock table patient in access exclusive mode')
  const stopped = await hospital.alsoServe()
  await expect.poll(async () => (await hospital.state()).running?.stage, patience).toBe('writing')
  const waits = `select from pg_stat_activity where datname = current_database() and query like 'lock table %'`
  await expect.poll(() => hospital.app.asOwner(waits), patience).toHaveLength(1)
  // A stop of the whole group comes to the writer as well, and first.
  for (const pid of process.platform === 'linux' ? writers() : []) process.kill(pid, 'SIGTERM')
  await sleep(500)
  await stopped.close()
  expect((await hospital.state()).running?.stage).toBe('waiting')
  await holding.query('rollback')
  await hospital.alsoServe()
  await expect.poll(async () => (await hospital.state()).last, patience).not.toBeNull()
  expect((await hospital.made()).map(({ failure }) => failure)).toEqual([null])
  expect(hospital.files()).toHaveLength(1)

  const { id } = await hospital.app.founder()
  await hospital.app.asOwner(
    `insert into backup (asked_by, asked_at, begun_at, heard_at)
     values ($1, '2026-06-10T18:01:00Z', '2026-06-10T18:01:00Z', now() - interval '3 minutes')`,
    [id],
  )
  await expect
    .poll(async () => (await hospital.state()).failure?.says, patience)
    .toBe('Lantern stopped unexpectedly while the backup was being made, so there is none.')
})

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readBackups } from '../../../../contract/hospital/backups.ts'
import { startApp } from '../../../testing/app.ts'
import { changesHeard, openLive } from '../../../testing/live-stream.ts'
import {
  asOwner,
  type Hospital,
  lookedOn,
  openHospital,
  patience,
} from '../../../testing/nightly-hospital.ts'
import { createMetrics } from '../../watch/metrics.ts'
import { fileNameAt } from '../file-name.ts'
import { readState } from './records.ts'
import { startWriting } from './run-writer.ts'

// Each backup starts a process, which takes a while.
vi.setConfig({ testTimeout: 90_000 })
/** The size of a small disk, in bytes. */
const size = 256 * 1024

test('where it can’t be written, administrators, figures and the log are told why, and it is tried again', async () => {
  const metrics = createMetrics('1.2.3')
  const hospital = await openHospital({}, { metrics })
  const unmounted = join(hospital.home, 'unmounted')
  const admin = await hospital.app.founder()
  // The founder has just chosen a role, and a stream ends when the server hears of that.
  await changesHeard(admin, hospital.app.url)
  const screen = await openLive(hospital.app.url, admin, 'backups')
  onTestFinished(() => screen.close())
  const server = await hospital.alsoServe({ directory: unmounted })
  const says = `There is no directory ${unmounted}; make it, or name another place.`
  await expect
    .poll(async () => (await admin.call(readBackups)).body.failure, patience)
    .toEqual({ at: '2026-06-10T18:00:00.000Z', says })
  // A failure names what ended the stream, if anything did.
  const heard = () => (screen.isOver ? JSON.stringify(screen.events) : screen.stale('backups') > 0)
  await expect.poll(heard, patience).toBe(true)
  const figures = async () => (await metrics.text()).body
  expect(await figures()).toContain('\nlantern_backup_failures 1\n')
  // Without any backup, its age counts from the first account on.
  await hospital.app.asOwner(`update staff set created_at = '2026-06-10T17:50:00Z'`)
  expect(await figures()).toContain('\nlantern_backup_age_seconds 600\n')
  expect(
    await hospital.app.asOwner(`select outcome, changes from audit_entry where action = 'takeBackup'`),
  ).toEqual([{ outcome: 'internal', changes: { failure: says } }])

  // A failed backup is tried again only after an hour, to send few notifications.
  await hospital.set(hospital.app, new Date('2026-06-10T18:59:00Z'))
  await lookedOn(server)
  expect(await hospital.made()).toHaveLength(1)
  mkdirSync(unmounted)
  await hospital.set(hospital.app, new Date('2026-06-10T19:00:01Z'))
  await expect.poll(async () => (await hospital.state()).last, patience).not.toBeNull()
  expect((await hospital.state()).failure).toBeNull()
  await hospital.set(hospital.app, new Date('2026-06-10T19:10:01Z'))
  expect(await figures()).toContain('\nlantern_backup_failures 0\n')
  expect(await figures()).toContain('\nlantern_backup_age_seconds 600\n')
  expect(await figures()).toMatch(/^lantern_backup_bytes \d{4,}$/m)
})

test.skipIf(process.getuid?.() !== 0)(
  'what was left of one that was killed makes room; a disk that is full is told, and the backups before stay',
  async () => {
    const hospital = await openHospital({ keep: 1 })
    const disk = smallDisk(hospital)
    const left = 'lantern-2020-01-02T020000Z.tar.zst.draft-17'
    // The draft of a killed writer takes up the whole disk.
    writeFileSync(join(disk, left), Buffer.alloc(size))
    const longAgo = new Date(Date.now() - 2 * 86_400_000)
    utimesSync(join(disk, left), longAgo, longAgo)
    const server = await hospital.alsoServe()
    await expect.poll(async () => (await hospital.state()).last, patience).not.toBeNull()
    const before = readdirSync(disk)
    writeFileSync(
      join(disk, 'others'),
      Buffer.alloc(size - 4096 * Math.ceil(statSize(disk, before) / 4096) - 4096),
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

/** Mounts a small disk at the hospital's backup directory. */
function smallDisk({ plan: { directory } }: Hospital): string {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory])
  onTestFinished(() => void execFileSync('umount', [directory]))
  return directory
}

test('a backup that makes no progress is given up, and nothing of it is left', async () => {
  const { app, plan, files } = await openHospital()
  const holding = await asOwner(app.database.ownerUrl)
  await holding.query('begin; lock table patient in access exclusive mode')
  const task = { ...plan, file: join(plan.directory, 'hospital.tar.zst') }
  const { bytes } = startWriting(task, () => {}, 2000)
  await expect(bytes).rejects.toThrow(
    'The backup was given up: it made no progress for 15 minutes. Check the disk that it is written to.',
  )
  await expect.poll(writers, patience).toEqual([])
  expect(files()).toEqual([])
})

/** The processes that write backups for servers of these tests. */
function writers(): number[] {
  return readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8')
      .split(' ')
      .filter(
        (pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('nightly/writer-process.ts'),
      )
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
      // The part of its file that the writer had written.
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
  // A stop of the whole process group reaches the writer too, and first.
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

test('where no server makes backups any more, one that was lost is not being made', async () => {
  const { app, clock } = await openHospital()
  const running = async (heard: string) => {
    await app.asOwner(`insert into backup (due_at, asked_at, begun_at, heard_at)
      values ('2026-06-09T20:30:00Z', now(), '2026-06-10T18:00:00Z', ${heard})`)
    const state = await readState(app.app.lantern.db, null, clock())
    await app.asOwner('delete from backup')
    return state.running
  }
  expect(await running('now()')).toEqual({ stage: 'writing', percent: 0 })
  expect(await running(`now() - interval '3 minutes'`)).toBeNull()
})

test('a hospital that never made a backup misses none in its figures', async () => {
  const metrics = createMetrics('1.2.3')
  const { app, clock } = await openHospital()
  const off = await startApp({ on: app, clock, metrics, backups: undefined })
  onTestFinished(() => off.close())
  await off.founder()
  expect((await metrics.text()).body).not.toMatch(/^lantern_backup_age_seconds \d/m)
})

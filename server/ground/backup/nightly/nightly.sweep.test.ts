import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readBackups, startBackup } from '../../../../contract/hospital/backups.ts'
import { startApp } from '../../../testing/app.ts'
import { moveHospital } from '../../../testing/clock.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { givenPatient } from '../../../testing/factories/patients/patients.ts'
import { asOwner, lookedOn, openHospital, patience } from '../../../testing/nightly-hospital.ts'
import { restoreBackup } from '../restore.ts'
import { verifyBackup } from '../verify.ts'
import { addDue, begin, readState } from './records.ts'

// Each backup is a process, and a restore makes a whole schema.
vi.setConfig({ testTimeout: 90_000 })
const now = { body: { when: 'now' } } as const

test('each night a backup is made by itself at the hour of the hospital’s clock, and is restored as it was', async () => {
  const hospital = await openHospital()
  const desk = await hospital.app.signIn('receptionist')
  for (let number = 0; number < 3; number++) await givenPatient(desk)
  const server = await hospital.alsoServe()
  // Last night no server ran: that one is made at once.
  await expect.poll(hospital.files, patience).toEqual(['lantern-2026-06-10T180000Z.tar.zst'])
  await hospital.set(hospital.app, new Date('2026-06-10T20:29:59Z'))
  await expect.poll(hospital.made, patience).toMatchObject([{ due_at: new Date('2026-06-09T20:30:00Z') }])
  await lookedOn(server)
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
  const servers = await Promise.all([hospital.alsoServe(), hospital.alsoServe()])
  for (const night of ['2026-06-10T20:31:00Z', '2026-06-11T20:31:00Z']) {
    await hospital.set(hospital.app, new Date(night))
    await expect
      .poll(async () => (await hospital.state()).last?.at, patience)
      .toBe(new Date(night).toISOString())
  }
  await lookedOn(...servers)
  expect((await hospital.state()).running).toBeNull()
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

test('so many backups are kept as were asked for, and what others put there stays', async () => {
  const hospital = await openHospital({ keep: 2 })
  const theirs = [
    'lantern-2020-01-01T020000Z.tar.zst',
    'lantern-2020-01-01T020000Z.tar.zst.draft-1',
    'notes.txt',
  ]
  for (const name of theirs) writeFileSync(join(hospital.plan.directory, name), 'theirs')
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
  // Where no server makes any, nothing is expected.
  expect((await readState(hospital.app.app.lantern.db, null, hospital.clock())).overdueFrom).toBeNull()
  await hospital.alsoServe()
  await expect
    .poll(async () => (await hospital.state()).overdueFrom, patience)
    .toBe('2026-06-11T20:00:00.000Z')
})

test('where there is a passphrase, backups are encrypted by it', async () => {
  const hospital = await openHospital()
  const passphraseFile = join(hospital.home, 'passphrase')
  const passphrase = 'a lamp in every window of the ward'
  writeFileSync(passphraseFile, `${passphrase}\n`)
  await hospital.alsoServe({ passphraseFile })
  await expect.poll(hospital.files, patience).toEqual(['lantern-2026-06-10T180000Z.tar.zst.age'])
  const file = join(hospital.plan.directory, 'lantern-2026-06-10T180000Z.tar.zst.age')
  expect((await verifyBackup(file, passphrase)).sums.tables.staff?.rows).toBe(0)
  await expect(verifyBackup(file, null)).rejects.toThrow('is encrypted')
})

test('one that is asked for is made at once, and two who ask get one', async () => {
  const hospital = await openHospital()
  const off = await startApp({ on: hospital.app, clock: hospital.clock, backups: undefined })
  onTestFinished(() => off.close())
  expect((await (await off.signIn('admin')).call(startBackup, now)).problem).toMatchObject({
    status: 409,
    code: 'backups_off',
    detail: 'Backups are not set up. Ask your IT support to set BACKUP_DIRECTORY.',
  })
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
})

test('a server that makes none tells of the one that does, and has it make one', async () => {
  const hospital = await openHospital()
  const off = await startApp({ on: hospital.app, clock: hospital.clock, backups: undefined })
  onTestFinished(() => off.close())
  const admin = await off.signIn('admin')
  const backups = async () => (await admin.call(readBackups)).body
  expect((await backups()).plan).toBeNull()
  const maker = await hospital.alsoServe({ hour: 5, keep: 3 })
  await expect.poll(async () => (await backups()).last, patience).not.toBeNull()
  expect(await backups()).toMatchObject({
    plan: { directory: hospital.plan.directory, keeps: 3, nextAt: '2026-06-10T23:30:00.000Z' },
    overdueFrom: '2026-06-11T20:00:00.000Z',
  })
  await hospital.set(hospital.app, new Date('2026-06-10T18:02:00Z'))
  expect((await admin.call(startBackup, now)).status).toBe(200)
  await expect.poll(async () => (await backups()).last?.at, patience).toBe('2026-06-10T18:02:00.000Z')

  await maker.close()
  await hospital.app.asOwner(`update backup_place set heard_at = heard_at - interval '6 minutes'`)
  expect((await backups()).plan).toBeNull()
})

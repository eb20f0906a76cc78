import { generateKeyPairSync } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { exportAuditSeals, listAudit, readAuditSeal } from '../../../contract/hospital/audit.ts'
import { connect } from '../../ground/db/connect.ts'
import { nobodyWaits } from '../../ground/db/time-limits.ts'
import { checkLately } from '../../ground/seals/check-last-day.ts'
import { sealKeyOf } from '../../ground/seals/key.ts'
import { lastSeal } from '../../ground/seals/seal.ts'
import { sealTrail } from '../../ground/seals/sealing.ts'
import { startApp } from '../../testing/app.ts'

const key = sealKeyOf(generateKeyPairSync('ed25519').privateKey)
const app = await startApp({ seals: { key } })
const { db } = connect(app.database.appUrl, { connections: 1, limits: nobodyWaits })
afterAll(async () => {
  await db.destroy()
  await app.close()
})
const admin = await app.founder()

async function seal() {
  await app.flushAudit()
  await sealTrail({ db, key, clock: () => new Date() })
}

test('an administrator sees that the last day holds, and what does not once somebody touched it', async () => {
  await admin.call(listAudit, { query: {} })
  await seal()
  await admin.call(listAudit, { query: {} })
  await seal()
  const { body: holding } = await admin.call(readAuditSeal)
  expect(holding).toMatchObject({
    publicKey: key.public.text,
    last: { number: 2 },
    unsealedSince: null,
    lately: { seals: 2, faults: [] },
  })
  const [entries] = await app.asOwner<{ n: number }>('select count(*)::int as n from audit_entry')
  expect(holding.lately.rows).toBe(entries?.n)

  const [touched] = await app.asOwner<{ id: string }>(
    `update audit_entry set staff_id = null where id = (
       select min(id) from audit_entry where staff_id is not null) returning id`,
  )
  await admin.call(listAudit, { query: {} })
  await seal()
  const { body } = await admin.call(readAuditSeal)
  expect(body.lately.faults).toEqual([
    expect.stringMatching(new RegExp(`^Entry ${touched?.id} .* was changed`)),
  ])
  expect((await admin.call(exportAuditSeals)).text.trim().split('\n')).toHaveLength(3)
})

test('an administrator sees since when nothing is sealed any more', async () => {
  await seal()
  const { body: sealed } = await admin.call(readAuditSeal)
  const before = Date.now()
  await admin.call(listAudit, { query: {} })
  await app.flushAudit()
  const { unsealedSince, last } = (await admin.call(readAuditSeal)).body
  expect(last).toEqual(sealed.last)
  expect(Date.parse(unsealedSince ?? '')).toBeGreaterThanOrEqual(before)
})

/** A server of a hospital of its own, and what seals its log with any key. */
async function ownHospital() {
  const server = await startApp({ seals: { key } })
  const { db: own } = connect(server.database.appUrl, { connections: 1, limits: nobodyWaits })
  onTestFinished(async () => {
    await own.destroy()
    await server.close()
  })
  const keeper = await server.founder()
  const sealWith = async (used: typeof key) => {
    await keeper.call(listAudit, { query: {} })
    await server.flushAudit()
    await sealTrail({ db: own, key: used, clock: () => new Date() })
  }
  const newest = () => lastSeal(own)
  return { server, keeper, sealWith, newest, lastDay: () => checkLately(own, key.public, new Date()) }
}

test('after a restore without the key nothing is a fault but what was changed', async () => {
  const { server: restored, keeper, sealWith, lastDay } = await ownHospital()
  const earlier = sealKeyOf(generateKeyPairSync('ed25519').privateKey)
  const lately = async () => (await keeper.call(readAuditSeal)).body.lately
  await sealWith(earlier)
  await sealWith(earlier)
  expect((await lately()).faults).toEqual([
    `Seal 1 is signed with another key (${earlier.public.id}).`,
    `Seal 2 is signed with another key (${earlier.public.id}).`,
  ])

  const [entry] = await restored.asOwner<{ at: Date }>(
    `insert into audit_entry (action, changes) values ('restoreBackup', '{"backupOf": "x"}') returning at`,
  )
  const beforeRestore = { seals: 2, restoredAt: entry?.at.toISOString() }
  expect(await lastDay()).toMatchObject({ faults: [], beforeRestore })
  await sealWith(key)
  expect(await lately()).toMatchObject({ seals: 3, faults: [], beforeRestore })

  const [{ id } = { id: '' }] = await restored.asOwner<{ id: string }>(
    `update audit_entry set action = 'other' where id = (select min(id) from audit_entry) returning id`,
  )
  await sealWith(key)
  expect(await lately()).toMatchObject({
    seals: 4,
    faults: [`Entry ${id} (other) was changed.`],
    beforeRestore,
  })

  // Another machine's key after the restore belongs to no restore.
  await sealWith(earlier)
  expect((await lately()).faults[0]).toBe(`Seal 5 is signed with another key (${earlier.public.id}).`)
})

test('a restore excuses no key of a machine that sealed before, however old its own seals are', async () => {
  const { server: machine, sealWith, newest, lastDay } = await ownHospital()
  const stranger = sealKeyOf(generateKeyPairSync('ed25519').privateKey)
  await sealWith(key)
  // The check looks back 1,441 seals, and this leaves the machine's own first seal behind.
  await sealWith(stranger)
  const forged = (await newest())?.line.replace('"number":2,', '"number":2001,') ?? ''
  await machine.asOwner('update audit_seal set number = 2001, line = $1, signature = $2 where number = 2', [
    forged,
    stranger.sign(forged),
  ])
  await sealWith(stranger)
  await machine.asOwner(`insert into audit_entry (action) values ('restoreBackup')`)
  const faults = [{ says: `Seal 2002 is signed with another key (${stranger.public.id}).` }]
  expect(await lastDay()).toMatchObject({ faults, beforeRestore: null })
  await sealWith(key)
  expect(await lastDay()).toMatchObject({ faults, beforeRestore: null })
})

test('a restore that the first seal of this machine does not cover excuses no other key', async () => {
  const { server: machine, sealWith, lastDay } = await ownHospital()
  const earlier = sealKeyOf(generateKeyPairSync('ed25519').privateKey)
  await machine.asOwner(`insert into audit_entry (action) values ('restoreBackup')`)
  await sealWith(earlier)
  await sealWith(key)
  await machine.asOwner(`insert into audit_entry (action) values ('restoreBackup')`)
  await sealWith(key)
  expect(await lastDay()).toMatchObject({
    faults: [{ says: `Seal 1 is signed with another key (${earlier.public.id}).` }],
    beforeRestore: null,
  })
})

import { generateKeyPairSync } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { exportAuditSeals, listAudit, readAuditSeal } from '../../contract/audit.ts'
import { connect } from '../db/connect.ts'
import { nobodyWaits } from '../db/time-limits.ts'
import { sealKeyOf } from '../seals/key.ts'
import { sealTrail } from '../seals/sealing.ts'
import { startApp } from '../testing/app.ts'

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

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { listPatients } from '../../../../contract/people/patients.ts'
import { clientOf, sendSignIn, startApp } from '../../../testing/app.ts'
import { asCostlyAsInHospitals } from '../../../testing/cheap-passwords.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { migrate } from '../../db/migrate.ts'
import { printSchema } from '../../db/schema/print-schema.ts'
import { root } from '../../start/root.ts'
import { restoreBackup } from '../restore.ts'
import { invariants } from './invariants.ts'

/**
 * A demo hospital as an earlier Lantern kept it, taken by this one. It stays as it is: later versions read it, and bring
 * what it holds to their schema, as they do with every hospital's own.
 */
const file = join(import.meta.dirname, 'hospital-of-0213.tar.zst')

const database = await createTestDatabase()
const restored = await restoreBackup(database.ownerUrl, { file, passphrase: null })
const owner = new pg.Client({ connectionString: database.ownerUrl })
await owner.connect()
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('a backup of an earlier Lantern is restored, and brought to this one with all that it holds', async () => {
  const { manifest, sums } = restored
  expect(manifest.migrations.at(-1)).toBe('0213_mailed_orders.sql')
  expect(await printSchema(owner)).toBe(await readFile(join(root, 'server/ground/db/schema.sql'), 'utf8'))
  const kept = [
    'patient',
    'appointment',
    'admission',
    'stay',
    'stock_movement',
    'vital_signs',
    'visit_note',
    'staff',
  ]
  for (const table of kept) {
    const { rows } = await owner.query<{ count: number }>(`select count(*)::int from ${table}`)
    expect(rows[0]?.count, table).toBe(sums.tables[table]?.rows)
    expect(rows[0]?.count, table).toBeGreaterThan(0)
  }
})

test('what was typed of allergies is on the list as reported, each part whole, and the record says it as it did', async () => {
  const { rows } = await owner.query<{ substance: string; is_none_known: boolean; reports: number }>(
    `select substance, is_none_known, count(*)::int as reports from allergy where certainty = 'REPORTED' group by 1, 2`,
  )
  const told = rows.map((one) => one.substance)
  expect(told).toContain('Peanuts (anaphylaxis; carries an adrenaline pen)')
  expect(told).toContain('Aspirin and other NSAIDs (bronchospasm)')
  expect(rows.filter((one) => one.is_none_known).map((one) => one.substance)).toEqual(['No known allergies'])
  expect(rows.reduce((sum, one) => sum + one.reports, 0)).toBeGreaterThan(50)
  const { rows: untrue } = await owner.query(
    `select from patient where allergens <> allergens_of(id) or allergies is distinct from allergy_sentence(allergens)`,
  )
  expect(untrue).toEqual([])
})

test.each(invariants)('of it holds that $what', async ({ broken, plant }) => {
  const find = async () => (await owner.query(broken)).rows
  expect(await find()).toEqual([])
  // A check that finds nothing in what is broken proves nothing.
  await owner.query(`begin; set local session_replication_role = replica; ${plant}`)
  onTestFinished(() => void owner.query('rollback'))
  expect((await find()).length).toBeGreaterThan(0)
})

test('people sign in to it and go on', async () => {
  const { appUrl } = await migrate(database.ownerUrl)
  const app = await startApp({ database: { ...database, appUrl, drop: async () => {} } })
  onTestFinished(() => app.close())
  const account = { email: 'receptionist@demo.test', password: 'lantern-demo-2026' }
  const desk = await clientOf(app, await asCostlyAsInHospitals(() => sendSignIn(app, account)))
  expect((await desk.call(listPatients, { query: {} })).body.items.length).toBeGreaterThan(10)
})

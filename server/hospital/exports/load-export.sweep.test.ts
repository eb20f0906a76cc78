import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { fillDemo } from '../../demo/fill.ts'
import { decrypting } from '../../ground/backup/encryption.ts'
import { root } from '../../ground/start/root.ts'
import { startApp } from '../../testing/app.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { givenConfirmedExport } from '../../testing/factories/hospital-exports.ts'
import { givenPhoto } from '../../testing/factories/patients/patient-photos.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { unzip } from '../../testing/unzip.ts'
import { exportedOf, readColumns } from './tables.ts'

const home = mkdtempSync(join(tmpdir(), 'lantern-export-'))
const app = await startApp()
const target = await createTestDatabase()
const loaded = new pg.Client({ connectionString: target.ownerUrl })
const empty = () => loaded.query('drop schema public cascade; create schema public')
afterAll(async () => {
  await loaded.end()
  await app.close()
  await target.drop()
  rmSync(home, { recursive: true, force: true })
})

const awkward = [
  '=1+1',
  "'=1+1",
  "''+quay",
  '"\t=x"',
  'a;=b;;\u200b@c',
  '- plain\n+ lines',
  'it’s',
  "O'Neill",
  '\\N',
  'حداد',
]

function load(folder = home) {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [join(root, 'docs/load-export.mjs'), folder, target.ownerUrl],
    { encoding: 'utf8' },
  )
  return { status, said: stderr + stdout }
}

test('a filled hospital is loaded into an empty database from its encrypted export, to the last text', async () => {
  await fillDemo(app.database.ownerUrl)
  const desk = await app.signIn('receptionist')
  for (const medicalHistory of awkward) await givenPatient(desk, { medicalHistory })
  await givenPhoto(desk, await givenPatient(desk))

  const passphrase = 'a lamp in every window of the ward'
  const admin = await app.founder()
  const { id } = await givenConfirmedExport(admin)
  const file = await fetch(`${app.url}/api/exports/${id}/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ passphrase }),
  })
  const encrypted = Buffer.from(await file.arrayBuffer())
  expect(encrypted.toString('latin1', 0, 21)).toBe('age-encryption.org/v1')
  const bytes: Uint8Array[] = []
  for await (const chunk of decrypting(passphrase)(Readable.from([encrypted]))) bytes.push(chunk)
  for (const [name, content] of unzip(Buffer.concat(bytes))) writeFileSync(join(home, name), content)

  await loaded.connect()
  await empty()
  const { status, said } = load()
  expect(status, said).toBe(0)
  await loaded.query(`set timezone = 'UTC'`)
  const pooled = await app.app.lantern.wholeLists.pool.connect()
  const tables = exportedOf(await readColumns(pooled).finally(() => pooled.release()))
  const filled: string[] = []
  // The export itself is noted in these meanwhile.
  const compared = tables.filter(({ name }) => !['hospital_export', 'audit_entry', 'staff'].includes(name))
  for (const { name, columns } of compared) {
    const rows = `select ${columns.map(({ column }) => `"${column}"`).join(', ')} from ${name}`
    const sum = `select count(*)::int as count, md5(string_agg(r::text, '|' order by r::text)) as sum from (${rows}) r`
    const [here] = await app.asOwner<{ count: number; sum: string }>(sum)
    expect((await loaded.query(sum)).rows[0], name).toEqual(here)
    if (here?.count) filled.push(name)
  }
  expect(filled).toEqual(
    expect.arrayContaining(['patient', 'patient_photo', 'vital_signs', 'visit_note', 'stock_movement']),
  )
  const keys = await loaded.query(
    `select from pg_constraint where contype = 'f' and confrelid = 'patient'::regclass`,
  )
  expect(keys.rows.length).toBeGreaterThan(10)
  const described = await loaded.query(`select col_description('patient'::regclass, 2) as meaning`)
  expect(described.rows).toEqual([{ meaning: 'The number of the MRN' }])
})

test('a database with tables, and an export that is not whole, are refused with a sentence', async () => {
  expect(load()).toMatchObject({ status: 1, said: expect.stringContaining('This database has tables') })
  await empty()
  truncateSync(join(home, 'patient.csv'), 0)
  expect(load()).toMatchObject({ status: 1, said: expect.stringContaining('The export is not whole') })
  rmSync(join(home, 'tables.csv'))
  expect(load()).toMatchObject({ status: 1, said: expect.stringContaining('tables.csv can’t be read') })
  expect((await loaded.query(`select from pg_tables where schemaname = 'public'`)).rows).toEqual([])
})

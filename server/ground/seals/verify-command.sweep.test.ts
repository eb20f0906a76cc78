import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { connect } from '../db/connect.ts'
import { nobodyWaits } from '../db/time-limits.ts'
import { sealKeyIn, sealKeyOf } from './key.ts'
import { copyOf, lastSeal } from './seal.ts'
import { sealTrail } from './sealing.ts'

const database = await createTestDatabase()
const { db } = connect(database.appUrl, { connections: 1, limits: nobodyWaits })
const owner = new pg.Client({ connectionString: database.ownerUrl })
await owner.connect()
const home = mkdtempSync(join(tmpdir(), 'lantern-verify-'))
afterAll(async () => {
  rmSync(home, { recursive: true, force: true })
  await owner.end()
  await db.destroy()
  await database.drop()
})

const key = sealKeyOf(generateKeyPairSync('ed25519').privateKey)

/** Runs the command: what it prints, and its exit code. */
function audit(...words: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../verify.ts'), ...words], {
    env: { ...process.env, LANTERN_DATA: join(home, 'data'), DATABASE_URL: '', AUDIT_KEY_FILE: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

test('somebody at a terminal proves that the log holds, and is told what does not', {
  timeout: 60_000,
}, async () => {
  await owner.query(`insert into audit_entry (action) select 'act' from generate_series(1, 10)`)
  const sealedAt = new Date()
  await sealTrail({ db, key, clock: () => sealedAt })
  const seal = await lastSeal(db)
  const copy = join(home, 'seals.txt')
  writeFileSync(copy, seal ? `${copyOf(seal)}\n` : '')
  const words = ['--database', database.ownerUrl, '--public-key', key.public.text]

  const holding = await audit(...words, '--copy', copy)
  expect(holding.said).toContain(
    '1 seals and 10 rows of the audit log were checked, and 1 seals of the copy.',
  )
  expect(holding.code).toBe(0)

  const { rows } = await owner.query(`update audit_entry set action = 'other' where id = (
    select min(id) + 3 from audit_entry) returning id`)
  const tampered = await audit(...words)
  expect(tampered.said).toContain(`${sealedAt.toISOString()}  Entry ${rows[0].id} (other) was changed.`)
  expect(tampered.code).toBe(1)

  const stranger = sealKeyOf(generateKeyPairSync('ed25519').privateKey)
  const other = await audit('--database', database.ownerUrl, '--public-key', stranger.public.text)
  expect(other.said).toContain('is signed with another key')
  expect(other.code).toBe(1)

  const keyless = await audit('--database', database.ownerUrl)
  expect(keyless.said).toContain('give the public key')
  expect(keyless.code).toBe(2)
  const nowhere = await audit('--public-key', key.public.text)
  expect(nowhere.said).toContain('There is no hospital in')
  expect(nowhere.code).toBe(2)
  const odd = await audit('--publik-key', 'x')
  expect(odd.said).toContain('--public-key  the key that')
  expect(odd.code).toBe(2)
})

test('a rehearsed restore holds under the key it was given and its own, and its own key signs nothing before the restore', {
  timeout: 60_000,
}, async () => {
  await owner.query(`update audit_entry set action = 'act' where action = 'other'`)
  mkdirSync(join(home, 'data'), { recursive: true })
  const made = await sealKeyIn(join(home, 'data', 'audit-key.pem'))
  const words = ['--database', database.ownerUrl, '--public-key', key.public.text]
  await owner.query(`insert into audit_entry (action, changes) values ('restoreBackup', '{"backupOf": "x"}')`)
  await sealTrail({ db, key: made, clock: () => new Date() })
  const rehearsed = await audit(...words)
  expect(rehearsed.said).toContain('2 seals and 11 rows of the audit log were checked. All of them hold.')
  expect(rehearsed.code).toBe(0)

  const first = await owner.query('select line, signature from audit_seal where number = 1')
  const forged = first.rows[0].line.replace(key.public.id, made.public.id)
  await owner.query('update audit_seal set line = $1, signature = $2 where number = 1', [
    forged,
    made.sign(forged),
  ])
  const again = await audit(...words)
  expect(again.said).toContain(`Seal 1 is signed with another key (${made.public.id}).`)
  expect(again.code).toBe(1)
})

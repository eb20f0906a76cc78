import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'

vi.setConfig({ testTimeout: 60_000 })
const home = mkdtempSync(join(tmpdir(), 'lantern-commands-'))
const database = await createTestDatabase()
afterAll(async () => {
  await database.drop()
  rmSync(home, { recursive: true })
})

async function asOwner(url: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  onTestFinished(() => owner.end())
  return owner
}

/** Runs the command: what it prints, and its exit code. */
function run(command: string, words: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, command), ...words], {
    env: { ...process.env, LANTERN_DATA: join(home, 'data'), DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
}

test('a database with several addresses is backed up, and restored, at the one that takes writes', async () => {
  const url = new URL(database.ownerUrl)
  const several = database.ownerUrl.replace(url.host, `127.0.0.1:1,${url.host}`)
  const file = join(home, 'hospital.tar.zst')
  const taken = await run('backup-command.ts', [file], { DATABASE_URL: several })
  expect(taken.said).toContain(`${file} holds`)
  expect(taken.code).toBe(0)
  const restored = await run('restore-command.ts', [file], { DATABASE_URL: several })
  expect(restored.said).toContain('each read back. Everybody signs in again.')
  expect(restored.code).toBe(0)
})

test('what the database says of a row is on no terminal and in no mail', async () => {
  const owner = await asOwner(database.ownerUrl)
  await owner.query(`insert into patient (mrn_number, first_name, last_name, date_of_birth, gender, contact_number, address)
    values (next_mrn_number(), 'Amara', 'Nwosu', '1990-04-12', 'FEMALE', '+44 20 7946 0000', 'Harbour Street')`)
  const file = join(home, 'of-amara.tar.zst')
  expect((await run('backup-command.ts', [file], { DATABASE_URL: database.ownerUrl })).code).toBe(0)
  const empty = await createTestDatabase()
  onTestFinished(() => empty.drop())
  const narrow = await asOwner(empty.ownerUrl)
  await narrow.query(`create schema fault;
    create function fault.narrow() returns event_trigger language plpgsql as $$ begin
      if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'public.patient') then
        alter table public.patient add constraint patient_has_no_name check (false);
      end if;
    end $$;
    create event trigger fault on ddl_command_end when tag in ('CREATE TABLE') execute function fault.narrow()`)
  const { said, code } = await run('restore-command.ts', [file], { DATABASE_URL: empty.ownerUrl })
  expect(code).toBe(1)
  expect(said).toContain('patient_has_no_name')
  expect(said).not.toMatch(/Amara|Harbour Street/)
})

test('a directory that is not mounted does not become a file on the disk of the system', async () => {
  const nowhere = join(home, 'unmounted')
  const told = `There is no directory ${nowhere}; make it, or mount what belongs there, or name a file that ends in .tar.zst.`
  const words = ['--database', database.ownerUrl]
  for (const { said, code } of [
    await run('backup-command.ts', words, { BACKUP_DIRECTORY: nowhere }),
    await run('backup-command.ts', [...words, nowhere]),
  ]) {
    expect(said.trim()).toBe(told)
    expect(code).toBe(1)
  }
  expect(existsSync(nowhere)).toBe(false)
  const there = mkdtempSync(join(home, 'backups-'))
  expect((await run('backup-command.ts', words, { BACKUP_DIRECTORY: there })).code).toBe(0)
  expect(readdirSync(there)).toEqual([expect.stringMatching(/^lantern-.*Z\.tar\.zst$/)])
})

test.each([
  [['--to', 'latest', '--database', 'postgresql://one.test/lantern'], '--to takes no --database'],
  [['--to', 'latest', '--overwrite', 'St. Elmo'], '--to takes no --overwrite'],
  [['--to', 'latest', 'hospital.tar.zst'], '--to takes no FILE'],
  [['hospital.tar.zst', '--archive', '/mnt/archive'], 'a FILE takes no --archive'],
])('a restore that is told %j is refused', async (words, says) => {
  const { said, code } = await run('restore-command.ts', words)
  expect(said.trim()).toBe(`A restore with ${says}; leave one of them out.`)
  expect(code).toBe(1)
})

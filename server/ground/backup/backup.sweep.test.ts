import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { listPatients } from '../../../contract/people/patients.ts'
import { clientOf, password, sendSignIn, startApp } from '../../testing/app.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { nobodyWaits } from '../db/time-limits.ts'
import { readPublicKey, sealKeyOf } from '../seals/key.ts'
import { sealTrail } from '../seals/sealing.ts'
import { verifyTrail } from '../seals/verify.ts'
import { type Entry, readArchive, writeArchive } from './archive.ts'
import { manifestName, sumsName } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { summing } from './row-checksum.ts'
import { takeBackup } from './take.ts'
import { verifyBackup } from './verify.ts'

// A restore creates the whole schema with every index, which takes a while.
vi.setConfig({ testTimeout: 60_000 })
const home = mkdtempSync(join(tmpdir(), 'lantern-backup-'))
const app = await startApp()
afterAll(async () => {
  await app.close()
  rmSync(home, { recursive: true, force: true })
})
const desk = await app.signIn('receptionist')
await app.asOwner(`update hospital set name = 'St. Elmo''s'`)
for (let number = 0; number < 5; number++) await givenPatient(desk)

const plain = { passphrase: null, auditKey: null }
const passphrase = 'a lamp in every window of the ward'
let files = 0
const nextFile = () => join(home, `backup-${++files}.tar.zst`)

/** Takes a backup of the hospital as it is now. */
async function backup(secret: string | null = null): Promise<string> {
  const file = nextFile()
  await takeBackup(app.database.ownerUrl, { ...plain, file, passphrase: secret })
  return file
}

/** An empty database to restore into, with its owner's connection. */
async function emptyDatabase() {
  const database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  onTestFinished(async () => {
    await owner.end()
    await database.drop()
  })
  const one = async (statement: string) => Object.values((await owner.query(statement)).rows[0] ?? {})[0]
  return { database, owner, one }
}

/** A valid copy of a backup with changed entries. */
async function forged(file: string, change: (entry: Entry) => Entry | null): Promise<string> {
  const made = nextFile()
  await writeArchive(made, null, async (put) => {
    for await (const entry of readArchive(file, null)) {
      const changed = change(entry)
      if (changed) await put(changed)
    }
  })
  return made
}

/** A valid copy of a backup with a changed manifest. */
function withManifest(file: string, change: object): Promise<string> {
  return forged(file, ({ name, data }) => ({
    name,
    data:
      name === manifestName ? Buffer.from(JSON.stringify({ ...JSON.parse(String(data)), ...change })) : data,
  }))
}

test('a hospital that is backed up while it works is restored as it was, and goes on', async () => {
  const seen: string[] = []
  const typing = (async () => {
    while (seen.length < 40) {
      seen.push((await givenPatient(desk)).id)
    }
  })()
  await expect.poll(() => seen.length).toBeGreaterThan(5)
  const file = await backup()
  await typing
  expect(statSync(file).mode & 0o077).toBe(0)

  const { database, one } = await emptyDatabase()
  const { manifest, sums } = await restoreBackup(database.ownerUrl, { file, passphrase: null })
  const restored = await one('select count(*)::int from patient')
  expect(restored).toBe(sums.tables.patient?.rows)
  expect(restored).toBeGreaterThan(5)
  // The backup is of one moment: no patient without their entry, no number ahead of its patient.
  expect(
    await one(`select count(*)::int from patient where not exists (
      select from audit_entry where action = 'registerPatient' and subject_id = patient.id)`),
  ).toBe(0)
  expect(
    await one('select last_number - max(mrn_number) from mrn_counter, patient group by last_number'),
  ).toBe(0)
  expect(await one(`select changes->>'backupOf' from audit_entry where action = 'restoreBackup'`)).toBe(
    manifest.takenAt,
  )

  const { appUrl } = await migrate(database.ownerUrl)
  const again = await startApp({ database: { ...database, appUrl, drop: async () => {} } })
  onTestFinished(() => again.close())
  const before = { headers: { cookie: desk.cookie } }
  expect((await again.visitor.send('GET', '/api/auth/token', before)).status).toBe(401)
  const signedIn = await clientOf(again, await sendSignIn(again, { email: desk.email, password }))
  const patients = (await signedIn.call(listPatients, { query: {} })).body
  expect(patients.items.length).toBeGreaterThan(5)
  const next = await givenPatient(signedIn)
  expect(patients.items.map(({ mrn }) => mrn)).not.toContain(next.mrn)
})

test('what was sealed is proved after the restore as before, by the key that the backup names', async () => {
  const key = sealKeyOf(generateKeyPairSync('ed25519').privateKey)
  const { db: sealing } = connect(app.database.appUrl, { connections: 1, limits: nobodyWaits })
  onTestFinished(() => sealing.destroy())
  await app.flushAudit()
  // A transaction of another database delays a seal; the next minute tries again.
  const sealed = async () => {
    await sealTrail({ db: sealing, key, clock: () => new Date() })
    return app.asOwner('select from audit_seal')
  }
  await expect.poll(sealed, { timeout: 30_000 }).not.toEqual([])
  const file = nextFile()
  await takeBackup(app.database.ownerUrl, { ...plain, file, auditKey: key.public.text })
  const { database } = await emptyDatabase()
  const { manifest } = await restoreBackup(database.ownerUrl, { file, passphrase: null })
  const { db } = connect(database.ownerUrl, { connections: 1, limits: nobodyWaits })
  onTestFinished(() => db.destroy())
  const { faults, seals, rows } = await verifyTrail(db, { keys: [readPublicKey(manifest.auditKey ?? '')] })
  expect(faults).toEqual([])
  expect(seals).toBeGreaterThan(0)
  expect(rows).toBeGreaterThan(0)
})

test('an encrypted backup tells nothing, and opens for its passphrase alone', async () => {
  const file = await backup(passphrase)
  expect(readFileSync(file, 'latin1')).not.toContain(manifestName)
  expect((await verifyBackup(file, passphrase)).manifest.hospital).toBe("St. Elmo's")
  await expect(verifyBackup(file, null)).rejects.toThrow(
    'is encrypted; name the file that holds its passphrase',
  )
  await expect(verifyBackup(file, 'another lamp, in another window')).rejects.toThrow(
    'the passphrase is another',
  )
  flip(file)
  await expect(verifyBackup(file, passphrase)).rejects.toThrow('is not a whole backup')
})

test.each([
  ['a byte changed', async (file: string) => (flip(file), file)],
  ['its end cut off', async (file: string) => (truncateSync(file, statSync(file).size - 20), file)],
  [
    'half of it cut off',
    async (file: string) => (truncateSync(file, Math.floor(statSync(file).size / 2)), file),
  ],
  ['nothing in it', async (file: string) => (truncateSync(file, 0), file)],
  ['one patient taken out', (file: string) => forged(file, withoutOnePatient)],
  ['a whole table taken out', (file: string) => forged(file, (one) => (isOfPatients(one) ? null : one))],
  [
    'nothing said of what it held',
    (file: string) => forged(file, (one) => (one.name === sumsName ? null : one)),
  ],
])('a backup with %s is refused, and what is there stays', async (_what, spoil) => {
  const file = await spoil(await backup())
  const { database, one } = await emptyDatabase()
  await expect(restoreBackup(database.ownerUrl, { file, passphrase: null })).rejects.toThrow(
    /is not a whole backup \(.+\); nothing was restored from it/,
  )
  expect(await one('select count(*)::int from migration')).toBeGreaterThan(10)
})

test('a backup of a newer Lantern is refused with a sentence', async () => {
  const { database } = await emptyDatabase()
  const file = await backup()
  for (const change of [{ migrations: ['baseline', '29991231-2359-more.sql'] }, { format: 2 }]) {
    await expect(
      restoreBackup(database.ownerUrl, { file: await withManifest(file, change), passphrase: null }),
    ).rejects.toThrow(/was made by a newer Lantern.* Restore it with that version\./)
  }
})

test('a backup of a Lantern from before the baseline is refused with what to do', async () => {
  const { database } = await emptyDatabase()
  const older = await withManifest(await backup(), {
    migrations: ['0001_foundation.sql', '0056_alerts_by_time.sql'],
  })
  await expect(restoreBackup(database.ownerUrl, { file: older, passphrase: null })).rejects.toThrow(
    'was made by an older Lantern (0056_alerts_by_time.sql). Restore it with a version that has 0213_mailed_orders.sql, and take a backup with that one.',
  )
})

test('a hospital that has data is overwritten by its name alone, and not while Lantern runs on it', async () => {
  const file = await backup()
  const { database, owner, one } = await emptyDatabase()
  await owner.query(`update hospital set name = 'St. Brigid'; insert into staff (name, first_name, last_name, email)
    values ('Ida Noddack', 'Ida', 'Noddack', 'ida@hospital.test')`)
  const restore = (overwrite?: string) =>
    restoreBackup(database.ownerUrl, { file, passphrase: null, overwrite })
  await expect(restore()).rejects.toThrow(
    'There is a hospital already: St. Brigid, with 0 patients and 1 accounts.',
  )
  await expect(restore("St. Elmo's")).rejects.toThrow('There is a hospital already')
  const running = new pg.Client({ connectionString: database.appUrl })
  await running.connect()
  await expect(restore('St. Brigid')).rejects.toThrow('Lantern is running on this database; stop it first')
  await running.end()
  await expect
    .poll(() => one(`select count(*)::int from pg_stat_activity where datname = current_database()`), {
      timeout: 10_000,
    })
    .toBe(1)
  await restore('St. Brigid')
  expect(await one('select name from hospital')).toBe("St. Elmo's")
})

/** A database that runs this statement during a restore, after the rows are written and before they are read back. */
async function meddlingDatabase(statement: string) {
  const made = await emptyDatabase()
  await made.owner.query(`create schema fault;
    create function fault.meddle() returns event_trigger language plpgsql as $$ begin
      if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'public.visit_note')
        and exists (select from pg_class where relname = 'patient_name_word' and relnamespace = 'public'::regnamespace) then
        if exists (select from public.patient_name_word) then
          ${statement};
        end if;
      end if;
    end $$;
    create event trigger fault on ddl_command_end when tag in ('ALTER TABLE') execute function fault.meddle()`)
  return made
}

test('where the database does not keep a row, the restore is undone as a whole', async () => {
  const { database, one } = await meddlingDatabase('delete from public.patient_name_word')
  const file = await backup()
  await expect(restoreBackup(database.ownerUrl, { file, passphrase: null })).rejects.toThrow(
    /did not keep patient_name_word as .* nothing was changed/,
  )
  expect(await one('select count(*)::int from patient')).toBe(0)
})

test('where the database keeps the rows in another order, they are the same rows', async () => {
  const { database, one } = await meddlingDatabase(
    'update public.patient_name_word set word = word where ctid = (select min(ctid) from public.patient_name_word)',
  )
  const file = await backup()
  const { sums } = await restoreBackup(database.ownerUrl, { file, passphrase: null })
  expect(await one('select count(*)::int from patient_name_word')).toBe(sums.tables.patient_name_word?.rows)
})

test('rows that are older than a check come back, and the check stays for the next', async () => {
  const { database: old, owner } = await emptyDatabase()
  // A row that the owner wrote by hand before hospitals had to have a name.
  await owner.query(`alter table hospital drop constraint hospital_has_name;
    update hospital set name = ' ';
    alter table hospital add constraint hospital_has_name check (name ~ '\\S') not valid`)
  const file = nextFile()
  await takeBackup(old.ownerUrl, { ...plain, file })
  const { database, owner: restored, one } = await emptyDatabase()
  await restoreBackup(database.ownerUrl, { file, passphrase: null })
  expect(await one('select name from hospital')).toBe(' ')
  await expect(restored.query(`update hospital set name = ''`)).rejects.toThrow('hospital_has_name')
})

test('what others keep in the same database is not taken away', async () => {
  const file = await backup()
  const { database, owner, one } = await emptyDatabase()
  await owner.query(`create table lift_inspection as select 1 as floor;
    create view lifts_due as select * from lift_inspection;
    create schema reporting; create view reporting.beds as select * from public.bed`)
  await expect(restoreBackup(database.ownerUrl, { file, passphrase: null })).rejects.toThrow(
    'This database holds more than Lantern’s own (lift_inspection, lifts_due, reporting.beds), which would be lost; restore into a new database.',
  )
  expect(await one('select count(*)::int from lift_inspection')).toBe(1)
})

test('a file that names something else than columns of Lantern is refused', async () => {
  const touched = join(home, 'touched')
  const file = await forged(await backup(), ({ name, data }) => {
    if (name !== manifestName) return { name, data }
    const manifest = JSON.parse(String(data))
    const patient = manifest.tables.find((table: { name: string }) => table.name === 'patient')
    patient.columns = [`id) from program 'touch ${touched}' --`]
    return { name, data: Buffer.from(JSON.stringify(manifest)) }
  })
  const { database } = await emptyDatabase()
  await expect(restoreBackup(database.ownerUrl, { file, passphrase: null })).rejects.toThrow(
    'is not a whole backup (patient has no column "id) from program',
  )
  expect(existsSync(touched)).toBe(false)
})

test.each<[string, (text: string) => string, string]>([
  ['a birth on no day', (rows) => rows.replace(/\d{4}-\d\d-\d\d/, '1990-02-31'), 'patient, 22008'],
  ['a field too many', (rows) => rows.replace('\n', '\tAmara\n'), 'patient, 22P04'],
  [
    'one patient twice',
    (rows) => rows + rows.slice(0, rows.indexOf('\n') + 1),
    'patient, patient_pkey, 23505',
  ],
])(
  'a file that was written with %s is refused in a sentence that names no patient',
  async (_, change, why) => {
    const sums: Record<string, object> = {}
    const file = await forged(await backup(), (entry) => {
      if (isOfPatients(entry)) {
        const data = Buffer.from(change(String(entry.data)))
        const summed = summing()
        summed.add(data)
        sums.patient = summed.sum()
        return { ...entry, data }
      }
      if (entry.name !== sumsName) return entry
      const told = JSON.parse(String(entry.data))
      return { ...entry, data: Buffer.from(JSON.stringify({ ...told, tables: { ...told.tables, ...sums } })) }
    })
    const { database } = await emptyDatabase()
    await expect(restoreBackup(database.ownerUrl, { file, passphrase: null })).rejects.toThrow(
      `${file} is not a whole backup (the database refuses what it holds: ${why}); nothing was restored from it. Take another one.`,
    )
  },
)

function flip(file: string): void {
  const bytes = readFileSync(file)
  const middle = bytes.length >> 1
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
  writeFileSync(file, bytes)
}

function isOfPatients({ name }: Entry): boolean {
  return name.startsWith('rows/patient/')
}

function withoutOnePatient(entry: Entry): Entry {
  return isOfPatients(entry) ? { ...entry, data: entry.data.subarray(entry.data.indexOf('\n') + 1) } : entry
}

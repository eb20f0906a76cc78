import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { addIdentifierSystem } from '../../../contract/people/identifier-systems.ts'
import { commitImport } from '../../../contract/people/imports/imports.ts'
import { chooseRole } from '../../../contract/people/staff.ts'
import { signUp, startApp } from '../../testing/app.ts'
import { createClient } from '../../testing/client.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { one } from '../../testing/example.ts'
import { givenChecked } from '../../testing/factories/imports.ts'
import { addressOf, main, startProgram } from '../../testing/trouble/running.ts'
import { checkStep } from './check.ts'
import { commitStep } from './commit.ts'
import { batchesWith } from './queries.ts'
import { readFile, UnreadableFile } from './read-file.ts'
import type { WorkingBatch } from './step.ts'

vi.setConfig({ testTimeout: 180_000 })

const kills = 10
const rowsOfKilled = 6000
const files = 1000

const home = mkdtempSync(join(tmpdir(), 'lantern-imports-'))
const database = await createTestDatabase()
const owner = new pg.Client({ connectionString: database.ownerUrl })
await owner.connect()
const app = await startApp()
afterAll(async () => {
  await app.close()
  await owner.end()
  await database.drop()
  rmSync(home, { recursive: true, force: true })
})

test('a server that is killed again and again in the middle of a commit leaves each row once', async () => {
  const start = () => {
    const seals = join(home, 'seals.txt')
    const env = { LANTERN_DATA: home, DATABASE_URL: database.ownerUrl, AUDIT_SEALS_FILE: seals }
    return startProgram([process.execPath, main], env)
  }
  let running = start()
  expect(await running.settled).toBe('ready')
  const url = addressOf(running)
  const founder = await signUp({ url, visitor: createClient(url) })
  await founder.call(chooseRole, { body: { role: 'admin' } })
  const rows = Array.from({ length: rowsOfKilled }, (_, at) => `Kwarteng,P${at},25/04/1990,F`)
  const batch = await givenChecked(founder, ['Surname,First name,DOB,Sex', ...rows].join('\n'))
  await founder.call(commitImport, one(batch))

  const read = async <Row extends object>(statement: string) => (await owner.query<Row>(statement)).rows[0]
  const imported = async () =>
    Number((await read<{ n: string }>('select imported as n from import_batch'))?.n)
  const killedAt: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    const before = await imported()
    await expect.poll(imported, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before)
    await sleep((kill * 37) % 120)
    running.process.kill('SIGKILL')
    await running.ended
    killedAt.push(await imported())
    running = start()
  }
  // It was killed before the end, each time after some more rows.
  expect(killedAt.at(-1)).toBeLessThan(rowsOfKilled)
  expect(new Set(killedAt).size).toBe(kills)
  const state = async () => (await read<{ state: string }>('select state from import_batch'))?.state
  await expect.poll(state, { timeout: 120_000 }).toBe('COMMITTED')
  expect(
    await read(`
      select count(*)::int as patients, count(distinct first_name)::int as names, count(distinct mrn_number)::int as numbers,
        (max(mrn_number) - min(mrn_number) + 1)::int as span,
        (select count(distinct record_id)::int from import_row where state = 'IMPORTED') as rows,
        (select sum((changes ->> 'imported')::int)::int from audit_entry where action = 'importRecords') as told,
        (select count(distinct patient_id)::int from audit_sighting) as sighted,
        (select sum(current)::int from patient_tally) as tally
      from patient where last_name = 'Kwarteng'`),
  ).toEqual({
    patients: rowsOfKilled,
    names: rowsOfKilled,
    numbers: rowsOfKilled,
    span: rowsOfKilled,
    rows: rowsOfKilled,
    told: rowsOfKilled,
    sighted: rowsOfKilled,
    tally: rowsOfKilled,
  })
})

/** Mostly one of the first values, now and then one that is wrong or odd. */
const cell = (usual: string[], ...odd: string[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  )
/** A row such as other systems have, right and wrong: few names and days, so that some are the same. */
const row = fc.tuple(
  fc
    .tuple(cell(['Addai', 'addaí', 'O"Neil', ' Mensah '], '', '\u200b', '=cmd', 'x'.repeat(101)), fc.nat(400))
    .map(([name, number]) => (number > 200 ? `${name} ${number}` : name)),
  cell(['Ama', 'AMA', 'Kofi', 'J; B', 'Esi'], '', 'Zoë\nAnn'),
  cell(
    [
      '25/04/1990',
      '03/04/1990',
      '1990-04-25',
      '4 Apr 1990',
      '7/7/1971',
      '19/12/2001',
      '1/2/1965',
      '1990',
      '04/1990',
      'Apr 1990',
    ],
    '31/02/1990',
    '04/25/1990',
    '',
    '1/1/2090',
    '01/01/1790',
  ),
  cell(['M', 'f', 'Female', 'Other'], '?', ''),
  cell(['', '0302 555 0101', '+233 20 555 0101'], 'none', '1'.repeat(41)),
  cell(['', '', '', 'A-1', 'a1', 'B 2', 'C3', 'D4', 'E5', 'F6'], '...', 'C\u202e3'),
  cell(['', 'O+', 'o neg'], 'Z'),
  cell(['', 'kofi@example.org'], 'no mail'),
  cell(['', '1 Main Street'], 'x'.repeat(501), 'a\u0007b'),
  cell(['', 'None known', 'Penicillin (rash); latex', 'unknown'], 'No', 'NKDA; Latex', ' ; '),
)

/** Brings a file to the end of its check or its commit, by the worker's own steps, in one transaction that the worker never sees. */
async function stepped(id: string, state: 'CHECKING' | 'COMMITTING', step: typeof checkStep) {
  const { db } = app.app.lantern
  await db.transaction().execute(async (trx) => {
    await sql`update import_batch set state = ${state}, next_line = 0, done = 0 where id = ${id}`.execute(trx)
    for (let isOver = false; !isOver; ) {
      const { rows } = await sql<WorkingBatch>`
        select id, kind, state, mapping, columns, next_line as "nextLine", worked_by as "workedBy"
        from import_batch where id = ${id}`.execute(trx)
      const batch = rows[0]
      if (!batch) throw new Error('the import is gone')
      isOver = (await step({ trx, batch, now: new Date(), isOneByOne: false })).isOver
    }
  })
}

/** A file that has arrived and was read; null where it can't be. */
async function readAs(staffId: string, text: string, importsPossible: boolean): Promise<string | null> {
  const { db } = app.app.lantern
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('import_batch')
      .values({ kind: 'PATIENTS', file_name: 'random.csv', made_by: staffId, worked_by: staffId, parts: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('import_part')
      .values({ batch_id: id, part: 0, content: Buffer.from(text) })
      .execute()
    await readFile(trx, { id, kind: 'PATIENTS' })
    const [batch] = await batchesWith(trx, [id])
    if (!batch?.mapping) return null
    const columns = batch.mapping.columns.map((use) =>
      use.field === 'dateOfBirth' ? { ...use, dateOrder: 'DMY' as const } : use,
    )
    const mapping = JSON.stringify({ ...batch.mapping, importsPossible, columns })
    await sql`update import_batch set mapping = ${mapping}::jsonb where id = ${id}`.execute(trx)
    return id
  })
}

test('what is ready is what is committed, for a thousand files of any rows', async () => {
  const admin = await app.founder()
  const form = {
    name: 'National ID',
    kind: 'NATIONAL',
    pattern: null,
    checkDigit: null,
    isExclusive: true,
  } as const
  await admin.call(addIdentifierSystem, { body: form })
  const headers = 'Surname,First name,DOB,Sex,Phone,National ID,Blood group,E-mail,Address,Allergies'
  const count = async () =>
    (await app.asOwner<{ n: number }>('select count(*)::int as n from patient'))[0]?.n ?? 0
  const sample = fc.sample(fc.tuple(fc.array(row, { minLength: 1, maxLength: 12 }), fc.boolean()), {
    seed: 98,
    numRuns: files,
  })
  const totals = { ready: 0, known: 0, possible: 0, rejected: 0 }
  let before = await count()
  let read = 0
  for (const [rows, importsPossible] of sample) {
    const lines = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
    const id = await readAs(admin.id, [headers, ...lines].join('\r\n'), importsPossible).catch(
      (error: unknown) => {
        if (error instanceof UnreadableFile) return null
        throw error
      },
    )
    if (!id) continue
    read++
    await stepped(id, 'CHECKING', checkStep)
    const [checked] = await batchesWith(app.app.lantern.db, [id])
    if (!checked) throw new Error('the import is gone')
    const { ready, possible } = checked.counts
    for (const state of ['ready', 'known', 'possible', 'rejected'] as const)
      totals[state] += checked.counts[state]
    const due = ready + (importsPossible ? possible : 0)
    await stepped(id, 'COMMITTING', commitStep)
    const [committed] = await batchesWith(app.app.lantern.db, [id])
    const after = await count()
    expect({ imported: committed?.counts.imported, added: after - before }).toEqual({
      imported: due,
      added: due,
    })
    before = after
  }
  expect(read).toBeGreaterThan(files * 0.9)
  // The files have some of each.
  for (const [state, many] of Object.entries(totals)) expect(many, state).toBeGreaterThan(files / 3)
})

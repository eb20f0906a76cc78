import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { addIdentifierSystem } from '../../../contract/people/identifier-systems.ts'
import { checkImport, commitImport } from '../../../contract/people/imports/imports.ts'
import { chooseRole } from '../../../contract/people/staff.ts'
import { signUp, startApp } from '../../testing/app.ts'
import { createClient } from '../../testing/client.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { one } from '../../testing/example.ts'
import {
  givenChecked,
  givenCommitted,
  givenMapped,
  givenRead,
  untilIdle,
  untilIn,
} from '../../testing/factories/imports.ts'
import { addressOf, main, startProgram } from '../../testing/trouble/running.ts'

vi.setConfig({ testTimeout: 180_000 })

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
  const rows = Array.from({ length: 2000 }, (_, at) => `Kwarteng,P${at},25/04/1990,F`)
  const batch = await givenChecked(founder, ['Surname,First name,DOB,Sex', ...rows].join('\n'))
  await founder.call(commitImport, one(batch))

  const read = async <Row extends object>(statement: string) => (await owner.query<Row>(statement)).rows[0]
  const imported = async () =>
    Number((await read<{ n: string }>('select imported as n from import_batch'))?.n)
  const killedAt: number[] = []
  for (let kills = 0; kills < 2; kills++) {
    const before = await imported()
    await expect.poll(imported, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before)
    await sleep(kills * 37)
    running.process.kill('SIGKILL')
    await running.ended
    killedAt.push(await imported())
    running = start()
  }
  // It was killed before the end.
  expect(killedAt[0]).toBeLessThan(2000)
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
    patients: 2000,
    names: 2000,
    numbers: 2000,
    span: 2000,
    rows: 2000,
    told: 2000,
    sighted: 2000,
    tally: 2000,
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
  cell(['Addai', 'addaí', 'O"Neil', ' Mensah '], '', '\u200b', '=cmd', 'x'.repeat(101)),
  cell(['Ama', 'AMA', 'Kofi', 'J; B', 'Esi'], '', 'Zoë\nAnn'),
  cell(
    ['25/04/1990', '03/04/1990', '1990-04-25', '4 Apr 1990', '7/7/1971', '19/12/2001', '1/2/1965'],
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
)

test('what is ready is what is committed, for files of any rows', async () => {
  const admin = await app.founder()
  const form = {
    name: 'National ID',
    kind: 'NATIONAL',
    pattern: null,
    checkDigit: null,
    isExclusive: true,
  } as const
  await admin.call(addIdentifierSystem, { body: form })
  const headers = 'Surname,First name,DOB,Sex,Phone,National ID,Blood group,E-mail,Address'
  const count = async () =>
    (await app.asOwner<{ n: number }>('select count(*)::int as n from patient'))[0]?.n ?? 0
  const files = fc.sample(fc.tuple(fc.array(row, { minLength: 1, maxLength: 25 }), fc.boolean()), {
    seed: 98,
    numRuns: 30,
  })
  const totals = { ready: 0, known: 0, possible: 0, rejected: 0 }
  for (const [rows, importsPossible] of files) {
    const lines = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
    const read = await givenRead(admin, [headers, ...lines].join('\r\n'))
    if (read.state === 'UNREADABLE') continue
    const mapped = await givenMapped(admin, read, (mapping) => ({
      ...mapping,
      importsPossible,
      columns: mapping.columns.map((use) =>
        use.field === 'dateOfBirth' ? { ...use, dateOrder: 'DMY' as const } : use,
      ),
    }))
    await untilIdle(admin)
    await admin.call(checkImport, one(mapped))
    const checked = await untilIn(admin, mapped, 'CHECKED')
    const before = await count()
    const { ready, possible } = checked.counts
    for (const state of ['ready', 'known', 'possible', 'rejected'] as const)
      totals[state] += checked.counts[state]
    const due = ready + (importsPossible ? possible : 0)
    const { counts } = await givenCommitted(admin, checked)
    expect({ imported: counts.imported, added: (await count()) - before }).toEqual({
      imported: due,
      added: due,
    })
  }
  // The files have some of each.
  for (const [state, many] of Object.entries(totals)) expect(many, state).toBeGreaterThan(10)
})

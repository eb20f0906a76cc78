import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createWatchedDatabase, rowsLookedAt, stepsOf } from '../../testing/database.ts'
import { probableDuplicates } from './duplicates.ts'
import { patientPage } from './queries.ts'

const { db, pool, owner, sent, close } = await createWatchedDatabase()
afterAll(close)

// Every patient has one of two last names; three have a rare first name.
await owner.query(`
  insert into patient (first_name, last_name, date_of_birth, gender, contact_number, address)
  select case when n % 1200 = 0 then 'Zenobia' else 'Ada' end, case when n % 2 = 0 then 'Okafor' else 'Sharma' end,
    '1980-01-01'::date + n % 1200, 'FEMALE', '+1 200 555 ' || lpad(n::text, 4, '0'), '1 Lamp Street'
  from generate_series(1, 4200) n`)
await owner.query('vacuum analyze patient, patient_name_word')

async function search(text: string) {
  return patientPage(db, { search: text, direction: 'asc', registeredFrom: null }, { page: 1, limit: 20 })
}

/** The steps of a statement's plan on the patients' tables; a prepared statement is run as prepared. */
async function stepsFor({ sql, parameters }: CompiledQuery) {
  const { rows: kept } = await pool.query<{ name: string }>(
    `select name from pg_prepared_statements where statement = $1`,
    [sql],
  )
  const [statement] = kept
  const values = parameters.map((value) => (value === null ? 'null' : pg.escapeLiteral(String(value))))
  const steps = statement
    ? await stepsOf(pool, `execute ${pg.escapeIdentifier(statement.name)} (${values.join(', ')})`)
    : await stepsOf(pool, sql, parameters)
  return steps.flatMap((step) => {
    const where = step['Index Name'] ?? step['Relation Name']
    if (step['Actual Loops'] === 0 || !where?.startsWith('patient')) return []
    return { ...step, name: `${step['Node Type']} ${where}` }
  })
}

/** The steps of all statements of a search, except those that look for words of names. */
async function searchSteps(text: string) {
  sent.length = 0
  await search(text)
  const statements = sent.filter(({ parameters }) => !parameters.some(Array.isArray))
  const steps = []
  for (const statement of statements) steps.push(...(await stepsFor(statement)))
  return steps
}

const looked = async (text: string) => (await searchSteps(text)).map(({ name }) => name)

async function plan(of = sent.at(-1)): Promise<string[]> {
  return of ? (await stepsFor(of)).map(({ name }) => name) : []
}

test('a common name fills its page from the index of names, by a plan that is kept, and a rare one is found by its letters', async () => {
  for (const text of ['okafor', 'zenobia', 'okafor', 'zenobia', 'okafor', 'zenobia', 'sharma'])
    await search(text)

  const common = await search('okafor')
  expect(common).toMatchObject({ total: 1000, totalIsAtLeast: true })
  expect(common.items).toHaveLength(20)
  sent.length = 0
  await search('okafor')
  const [first] = sent
  const kept = await pool.query(
    'select from pg_prepared_statements where statement = $1 and generic_plans > 0',
    [first?.sql],
  )
  expect(kept.rowCount).toBe(1)
  expect(await plan(first)).toEqual([
    // Either index is as good.
    expect.stringMatching(/^Index Only Scan patient_by_(first|last)_name$/),
    'Index Scan patient_pkey',
  ])
  // One statement finds and counts, up to the limit of lists.
  expect(sent).toHaveLength(1)

  const rare = await search('Zenobia')
  expect(rare.items.map(({ lastName }) => lastName)).toEqual(['Okafor', 'Okafor', 'Okafor'])
  const done = await looked('Zenobia')
  for (const step of ['Index Only Scan patient_by_first_name', 'Bitmap Index Scan patient_search'])
    expect(done).toContain(step)
  // One scan finds both words of names and other parts.
  expect(done.filter((step) => step === 'Bitmap Heap Scan patient')).toHaveLength(1)
  expect(done).not.toContain('Seq Scan patient')
})

test('a part of many names is found among the newest patients first, page by page to the last', async () => {
  for (let time = 0; time < 7; time++) await search('kafo')
  sent.length = 0
  await search('kafo')
  const steps = await stepsFor(sent.at(-1) as CompiledQuery)
  expect(rowsLookedAt(steps)).toBeLessThan(200)

  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await patientPage(
      db,
      { search: 'kafo', direction: 'asc', registeredFrom: null },
      { page: 1, limit: 199, cursor },
    )
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  const { rows } = await owner.query<{ id: string }>(
    `select id from patient where last_name = 'Okafor' order by mrn_number desc`,
  )
  expect(ids).toEqual(rows.map(({ id }) => id))
})

test('a rare name or number is never looked for through everybody in the order of the list', async () => {
  for (const text of [
    'zenob',
    'enob',
    'zenobia okafor',
    'obia kafor',
    '0012',
    '4199',
    'xyz',
    'zoe@x.example',
  ]) {
    for (const step of await searchSteps(text))
      expect(rowsLookedAt([step]), `${text}: ${step.name}`).toBeLessThan(1100)
  }
})

test('a whole identifier costs one probe of an index, and what has no digit none', async () => {
  await owner.query(`
    with system as (insert into identifier_system (name, kind, is_exclusive) values ('Card', 'OTHER', true) returning id)
    insert into patient_identifier (patient_id, system_id, is_exclusive, value)
    select patient.id, system.id, true, 'AB-' || mrn_number from patient, system`)
  await owner.query('vacuum analyze patient_identifier')
  for (const text of ['AB-1500', 'ab 1500', 'AB1500', 'ab1501', 'ab1502', 'ab1503']) {
    const hits = (await search(text)).items
    expect(
      hits.map(({ found }) => found?.match),
      text,
    ).toEqual(['exact'])
  }
  const steps = await searchSteps('ab1504')
  expect(sent).toHaveLength(2)
  expect(steps.map(({ name }) => name)).toContain('Index Scan patient_identifier_by_key')
  for (const step of steps) expect(rowsLookedAt([step]), step.name).toBeLessThan(100)
  sent.length = 0
  await search('okafor')
  expect(sent).toHaveLength(1)
})

test('a statement that is kept for all searches that read alike finds what one of its own does', async () => {
  const texts = [
    'Zenobia',
    'okafor',
    'ada',
    'ad',
    'a',
    'zenobia okafor',
    'okafor, zen',
    'a sharma',
    'St. Ada',
    "o'kafor",
  ]
  const numbers = [
    '1',
    '12',
    '0012',
    '1200',
    '00001',
    '2005550012',
    '0000001',
    '0000012',
    'mrn1',
    'MRN1012',
    'MRN',
  ]
  const others = [
    'a@b',
    'ada@',
    '10 Apr 1982',
    '+1 200 555 0012',
    'ada 1982',
    'lamp street',
    'zenobai',
    'okafro',
  ]
  for (const text of [...texts, ...numbers, ...others, ...texts.toReversed()]) {
    const filter = { search: text, direction: 'asc' } as const
    const page = { page: 1, limit: 20 }
    // A filter by registration date builds a statement of its own.
    const own = await patientPage(db, { ...filter, registeredFrom: new Date(0) }, page)
    expect(await patientPage(db, { ...filter, registeredFrom: null }, page), text).toEqual(own)
  }
})

test('few who are found are looked for once where an order is asked for, and counted as they are sorted', async () => {
  sent.length = 0
  const filter = { search: 'zenobia', sort: 'lastName', direction: 'asc', registeredFrom: null } as const
  const page = await patientPage(db, filter, { page: 1, limit: 2 })
  expect(page).toMatchObject({ total: 3, items: [{}, {}] })
  expect(sent).toHaveLength(1)
  expect((await plan()).filter((step) => step.startsWith('Bitmap Heap Scan'))).toHaveLength(1)
  expect(await patientPage(db, filter, { page: 9, limit: 2 })).toMatchObject({ total: 3, items: [] })
})

test('what is looked for is data, whatever it looks like', async () => {
  for (const text of [`' or true --`, '%', '_', `\\'; drop table patient; --`, '$1', 'okafor" or 1=1']) {
    for (let times = 0; times < 7; times++) expect((await search(text)).items).toEqual([])
  }
  expect((await search('zenobia okafor')).items).toHaveLength(3)
})

test('who is probably registered already is looked for by name and phone, not among everybody in the order of MRNs', async () => {
  const typed = {
    firstName: 'Zenobia',
    lastName: 'Okafor',
    dateOfBirth: '1980-01-01',
    contactNumber: '+1 200 555 0007',
  }
  for (let times = 0; times < 8; times++) {
    const alike = await probableDuplicates(db, typed)
    expect(alike.map(({ because }) => because)).toEqual(['name', 'name', 'name', 'phone'])
  }
  expect(await plan()).toEqual([
    'Bitmap Heap Scan patient',
    'Bitmap Index Scan patient_by_birth',
    'Bitmap Index Scan patient_by_phone',
  ])
})

test('a date and a year of birth are looked for by their index', async () => {
  await owner.query(`update patient set date_of_birth = '1940-01-01'::date + (mrn_number % 3000)::int`)
  await owner.query('vacuum analyze patient')
  await owner.query(
    `update patient set birth_precision = 'YEAR' where mrn_number % 2 = 0 and date_of_birth = '1942-01-01'`,
  )
  for (const typed of ['10 Apr 1942', '1942']) {
    for (let times = 0; times < 6; times++)
      expect((await search(typed)).items.length, typed).toBeGreaterThan(0)
    const done = await looked(typed)
    expect(done.some((step) => step.includes('patient_by_birth'))).toBe(true)
    expect(done, typed).not.toContain('Seq Scan patient')
  }
})

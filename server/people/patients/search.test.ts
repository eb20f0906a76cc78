import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportPatients, listPatients, type PatientFilter } from '../../../contract/people/patients.ts'
import { startApp } from '../../testing/app.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'

const app = await startApp()
afterAll(() => app.close())
const desk = await app.signIn('receptionist')

test('who was registered in a busy hour leaves nothing behind that every search would have to look through', async () => {
  for (let registered = 0; registered < 5; registered++) await givenPatient(desk)
  // Answers how many pages waited to be put into the index.
  expect(await app.asOwner(`select gin_clean_pending_list('patient_search')::int as waited`)).toEqual([
    { waited: 0 },
  ])
})

test('no search of any noun lets what was written wait', async () => {
  const waiting = await app.asOwner(
    `select index.relname from pg_class index join pg_am on pg_am.oid = index.relam
     where pg_am.amname = 'gin' and not coalesce(index.reloptions @> '{fastupdate=off}', false)`,
  )
  expect(waiting).toEqual([])
})

describe('of whom a search finds, whose name begins so comes first', () => {
  const namesFor = async (query: Partial<PatientFilter>) => {
    const { items } = (await desk.call(listPatients, { query: { limit: 200, ...query } })).body
    const begun = items.filter(({ found }) => found?.match !== 'alike')
    return begun.map(({ firstName, lastName }) => `${lastName}, ${firstName}`)
  }

  beforeAll(async () => {
    for (const name of [
      'Agarwal, Zoë',
      'Adams, Margaret',
      'García, José',
      'Zed, Gareth',
      'Ruiz-Garza, Johanna',
      'Le Garrec, Anne',
      'O’Gara, Margaret Joan',
      'Margarida, Joan',
    ]) {
      const [lastName = '', firstName = ''] = name.split(', ')
      await givenPatient(desk, { firstName, lastName, email: '' })
    }
  })

  test.each([
    [
      'gar',
      ['García, José', 'Zed, Gareth', 'Le Garrec, Anne', 'O’Gara, Margaret Joan', 'Ruiz-Garza, Johanna'],
      ['Margarida, Joan', 'Adams, Margaret', 'Agarwal, Zoë'],
    ],
    ['GARC', ['García, José'], []],
    ['garz', ['Ruiz-Garza, Johanna'], []],
    // Each word that was typed begins a name, whichever. Of the others, the newest patient comes first.
    ['gar jo', ['García, José', 'O’Gara, Margaret Joan', 'Ruiz-Garza, Johanna'], ['Margarida, Joan']],
    ['arg', [], ['Margarida, Joan', 'O’Gara, Margaret Joan', 'Adams, Margaret']],
    ['zo', ['Agarwal, Zoë'], []],
    ['le garrec', ['Le Garrec, Anne'], []],
  ])('%j begins %j', async (search, first, others) => {
    expect(await namesFor({ search })).toEqual([...first, ...others])
  })

  test('unless somebody chose an order', async () => {
    const search = 'margar'
    expect(await namesFor({ search })).toEqual([
      'Margarida, Joan',
      'Adams, Margaret',
      'O’Gara, Margaret Joan',
    ])
    expect(await namesFor({ search: 'gar', sort: 'lastName' })).toEqual(
      (await namesFor({ search: 'gar' })).toSorted((one, other) => (one < other ? -1 : 1)),
    )
    expect((await namesFor({ search: 'gar', sort: 'lastName', direction: 'desc' }))[0]).toBe('Zed, Gareth')
  })

  test('in what is exported as well', async () => {
    const { text } = await desk.call(exportPatients, { query: { search: 'gar' } })
    const exported = text.split('\r\n').slice(1, -1)
    const listed = await namesFor({ search: 'gar' })
    expect(exported.map((row) => row.split(',').slice(1, 3))).toEqual(
      listed.map((name) => name.split(', ').toReversed()),
    )
  })
})

describe('a name that a thousand bear, far from the beginning of the list', () => {
  /** In a place of the list that the words say, so that what is looked for is not found near its beginning. */
  const register = (many: number, first: string, last: string, email: string) =>
    app.asOwner(
      `insert into patient (first_name, last_name, date_of_birth, gender, contact_number, email, address)
       select $1 || ' ' || n, $2, '1970-01-01', 'OTHER', '+44 20 7946 0000', $3, '1 Hill Road'
       from generate_series(1, $4::int) n`,
      [first, last, email, many],
    )

  async function idsOf(query: Partial<PatientFilter> & { page?: number; limit?: number; cursor?: string }) {
    const { items, nextCursor } = (await desk.call(listPatients, { query: { search: 'zimmer', ...query } }))
      .body
    return { ids: items.map(({ id }) => id), nextCursor }
  }

  /** All of them, as the database sorts them. */
  async function inOrder(order: string): Promise<string[]> {
    const found = await app.asOwner<{ id: string }>(
      `select id from patient where retired_at is null and search_text like '%zimmer%' order by ${order}`,
    )
    return found.map(({ id }) => id)
  }

  beforeAll(async () => {
    await register(4100, 'Aaron', 'Abel', 'aaron.abel@example.org')
    await register(1100, 'Mia', 'Zimmermann', 'mia.zimmermann@example.org')
    await register(3, 'Zimmerlin', 'Moss', 'z.moss@example.org')
    await register(150, 'Otto', 'Aardzimmer', 'otto@example.org')
    // Neither of these by the name.
    await register(2, 'Noor', 'Nash', 'n.zimmer.nash@example.org')
    // The newest are others, so that a sample of them does not say that nearly everybody matches.
    await register(100, 'Lena', 'Quist', 'lena@elsewhere.org')
    await app.asOwner(
      `insert into patient (first_name, last_name, date_of_birth, gender, contact_number, address, retired_at)
       values ('Retired', 'Zimmer', '1970-01-01', 'OTHER', '1', '1 Hill Road', now())`,
    )
    await app.asOwner('vacuum (analyze) patient, patient_name_word')
  })

  test.each([
    ['lastName', 'asc', 'last_name_key, first_name_key, id'],
    ['lastName', 'desc', 'last_name_key desc, first_name_key desc, id desc'],
    ['firstName', 'asc', 'first_name_key, last_name_key, id'],
    ['firstName', 'desc', 'first_name_key desc, last_name_key desc, id desc'],
  ] as const)('is found by %s, %s, on every page', async (sort, direction, order) => {
    const all = await inOrder(order)
    expect(all).toHaveLength(1255)
    const first = await idsOf({ sort, direction })
    expect(first.ids).toEqual(all.slice(0, 20))
    expect((await idsOf({ sort, direction, page: 3 })).ids).toEqual(all.slice(40, 60))
    const next = await idsOf({ sort, direction, ...(first.nextCursor && { cursor: first.nextCursor }) })
    expect(next.ids).toEqual(all.slice(20, 40))
    expect((await idsOf({ sort, direction, page: 6, limit: 200 })).ids).toEqual(all.slice(1000, 1200))
  })

  test.each([
    ['zimmer', {}],
    ['zimmerm', {}],
    ['rdzimm', {}],
    ['zi', {}],
    ['mm', {}],
    ['immer', {}],
    ['mi', {}],
    ['m zimmer', {}],
    ['zimmer example', {}],
    ['example', {}],
    ['zimmer', { gender: 'OTHER' }],
    ['aaron', { gender: 'OTHER' }],
    ['z', { registeredSince: '2000-01-01' }],
  ] as const)('what %j finds, %j, is on the pages once each, beginnings first', async (search, filter) => {
    const words = search.split(' ')
    const found = await app.asOwner<{ id: string }>(
      `with matched as (
         select *, case when starts_with(last_name_key, $2) then 1
             when starts_with(first_name_key, $2) then 2
             when starts_with(last_name_key, ($1::text[])[2]) and starts_with(first_name_key, ($1::text[])[1]) then 3
             when starts_with(last_name_key, ($1::text[])[1]) and starts_with(first_name_key, ($1::text[])[2]) then 4
             when (select bool_and(strpos(' ' || first_name_key || ' ' || last_name_key, ' ' || word) > 0)
               from unnest($1::text[]) word) then 5
             else 6 end as rank
         from patient
         where retired_at is null and (select bool_and(strpos(search_text, word) > 0) from unnest($1::text[]) word))
       -- Patients found only by any part: the newest first.
       select id from matched
       order by rank, case when rank = 6 then -mrn_number end,
         case rank when 2 then first_name_key else last_name_key end,
         case rank when 2 then last_name_key else first_name_key end, id`,
      [words, search],
    )
    const all = found.map(({ id }) => id)
    expect(all.length).toBeGreaterThan(100)
    const [byPage, byCursor]: [string[], string[]] = [[], []]
    let cursor: string | undefined
    do {
      const next = await idsOf({ search, ...filter, limit: 200, ...(cursor && { cursor }) })
      byCursor.push(...next.ids)
      cursor = next.nextCursor ?? undefined
    } while (cursor && byCursor.length < all.length)
    expect(cursor).toBeUndefined()
    expect(byCursor).toEqual(all)
    // To the end where that is near, else the first pages.
    for (let page = 1; page <= Math.min(8, Math.ceil(all.length / 200)); page++) {
      byPage.push(...(await idsOf({ search, ...filter, limit: 200, page })).ids)
    }
    expect(byPage).toEqual(all.slice(0, byPage.length))
    expect(byPage.length).toBe(Math.min(1600, all.length))
  })

  test('a new name is found as soon as somebody bears it, and by whom it was given up no more', async () => {
    const patient = await givenPatient(desk, { lastName: 'Aarazimmer', email: '' })
    const first = async () => (await idsOf({ sort: 'lastName' })).ids[0]
    expect(await first()).toBe(patient.id)
    await app.asOwner(`update patient set last_name = 'Other' where id = $1`, [patient.id])
    expect(await first()).not.toBe(patient.id)
  })
})

test('the words of every name are kept, whoever registers and renames at once', async () => {
  const people = await Promise.all(
    ['Asha Rao', 'Rao Asha', 'Asha Asha', 'Noor Rao-Łęcka'].flatMap((name) => {
      const [firstName = '', lastName = ''] = name.split(' ')
      return [1, 2, 3].map(() => givenPatient(desk, { firstName, lastName, email: '' }))
    }),
  )
  const ids = people.map(({ id }) => id)
  await Promise.all([
    app.asOwner(`update patient set last_name = 'de la Torre' where id = any ($1)`, [ids.slice(3, 7)]),
    app.asOwner(`update patient set first_name = 'Torre' where id = any ($1)`, [ids.slice(5, 9)]),
  ])
  const kept = await app.asOwner<{ word: string }>('select word from patient_name_word')
  const borne = await app.asOwner<{ word: string }>(
    `select distinct word from patient, words_of_name(first_name_key, last_name_key) word where word <> ''`,
  )
  expect(kept.map(({ word }) => word)).toEqual(expect.arrayContaining(borne.map(({ word }) => word)))
  expect(kept).toEqual(expect.arrayContaining([{ word: 'lecka' }, { word: 'torre' }]))
})

test('a date of birth finds, however it is written, day first', async () => {
  const born = await givenPatient(desk, { dateOfBirth: '1956-04-10' })
  const other = await givenPatient(desk, { dateOfBirth: '1956-10-04' })
  for (const search of ['10/04/1956', '10 Apr 1956', '1956-04-10', '10-Apr-1956', '10.4.1956']) {
    const found = (await desk.call(listPatients, { query: { search } })).body.items.map(({ id }) => id)
    expect(found, search).toContain(born.id)
    expect(found, search).not.toContain(other.id)
  }
})

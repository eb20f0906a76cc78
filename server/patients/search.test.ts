import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listPatients, type PatientFilter } from '../../contract/patients.ts'
import { startApp } from '../testing/app.ts'
import { givenPatient } from './factories.ts'

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
    // Neither of these by the name.
    await register(2, 'Noor', 'Nash', 'n.zimmer.nash@example.org')
    await app.asOwner(
      `insert into patient (first_name, last_name, date_of_birth, gender, contact_number, address, retired_at)
       values ('Retired', 'Zimmer', '1970-01-01', 'OTHER', '1', '1 Hill Road', now())`,
    )
    await app.asOwner('vacuum (analyze) patient, patient_name')
  })

  test.each([
    ['lastName', 'asc', 'last_name_key, first_name_key, id'],
    ['lastName', 'desc', 'last_name_key desc, first_name_key desc, id desc'],
    ['firstName', 'asc', 'first_name_key, last_name_key, id'],
    ['firstName', 'desc', 'first_name_key desc, last_name_key desc, id desc'],
  ] as const)('is found by %s, %s, on every page', async (sort, direction, order) => {
    const all = await inOrder(order)
    expect(all).toHaveLength(1105)
    const first = await idsOf({ sort, direction })
    expect(first.ids).toEqual(all.slice(0, 20))
    expect((await idsOf({ sort, direction, page: 3 })).ids).toEqual(all.slice(40, 60))
    const next = await idsOf({ sort, direction, ...(first.nextCursor && { cursor: first.nextCursor }) })
    expect(next.ids).toEqual(all.slice(20, 40))
    expect((await idsOf({ sort, direction, page: 6, limit: 200 })).ids).toEqual(all.slice(1000, 1105))
  })

  test('a new name is found as soon as somebody bears it, and by whom it was given up no more', async () => {
    const patient = await givenPatient(desk, { lastName: 'Aardzimmer', email: '' })
    expect((await idsOf({})).ids[0]).toBe(patient.id)
    await app.asOwner(`update patient set last_name = 'Other' where id = $1`, [patient.id])
    expect((await idsOf({})).ids[0]).not.toBe(patient.id)
  })
})

test('how many bear each name is what a recount finds, whoever registers, renames and retires at once', async () => {
  const people = await Promise.all(
    ['Asha Rao', 'Rao Asha', 'Asha Asha', 'Noor Rao'].flatMap((name) => {
      const [firstName, lastName] = name.split(' ')
      return [1, 2, 3].map(() => givenPatient(desk, { firstName, lastName, email: '' }))
    }),
  )
  const ids = people.map(({ id }) => id)
  await Promise.all([
    app.asOwner(`update patient set last_name = 'Rao', first_name = 'Asha' where id = any ($1)`, [
      ids.slice(3, 7),
    ]),
    app.asOwner('update patient set retired_at = now() where id = any ($1)', [ids.slice(7, 10)]),
  ])
  await app.asOwner('update patient set retired_at = null where id = $1', [ids[8]])
  const kept = await app.asOwner(
    'select name, as_first, as_last from patient_name where as_first > 0 or as_last > 0 order by name',
  )
  expect(kept).toEqual(
    await app.asOwner(`
      select name, sum(as_first)::int as as_first, sum(as_last)::int as as_last from (
        select first_name_key, 1, 0 from patient where retired_at is null
        union all select last_name_key, 0, 1 from patient where retired_at is null
      ) borne (name, as_first, as_last) group by name order by name`),
  )
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

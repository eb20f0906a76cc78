import { afterAll, expect, test } from 'vitest'
import { startApp } from '../testing/app.ts'
import { givenPatient } from './factories.ts'

const app = await startApp()
afterAll(() => app.close())

test('who was registered in a busy hour leaves nothing behind that every search would have to look through', async () => {
  const desk = await app.signIn('receptionist')
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

import { afterAll, expect, onTestFinished, test } from 'vitest'
import { addBeds, deleteBed, listBeds } from '../../../contract/wards/beds.ts'
import { startApp } from '../../testing/app.ts'
import { idempotent } from '../../testing/client.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const desk = await app.signIn('receptionist')

const numbersIn = (ward: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${ward}-${101 + place}`)
const add = (bedNumbers: string[], key?: string) =>
  admin.call(addBeds, { body: { bedNumbers, ward: 'ICU' } }, key ? idempotent(key) : {})
const present = async (ward: string) =>
  (await admin.call(listBeds)).body
    .map(({ bedNumber }) => bedNumber)
    .filter((number) => number.startsWith(`${ward}-`))

test('thirty beds are added by one call, told live, and on record in one entry', async () => {
  const screen = await openLive(app.url, desk, 'beds')
  onTestFinished(() => screen.close())
  const numbers = numbersIn('A', 30)
  const added = (await add(numbers, 'thirty')).body
  expect(added.map(({ bedNumber }) => bedNumber)).toEqual(numbers)
  expect(new Set(added.map(({ ward, status }) => `${ward} ${status}`))).toEqual(new Set(['ICU AVAILABLE']))
  await expect
    .poll(
      () =>
        screen
          .put('beds')
          .map(({ id }) => id)
          .toSorted(),
      { timeout: 8000 },
    )
    .toEqual(added.map(({ id }) => id).toSorted())
  // Sent once more, because the answer was lost.
  expect((await add(numbers, 'thirty')).body).toEqual(added)
  expect(await present('A')).toEqual(numbers)
  expect(await app.asOwner(`select staff_id, changes from audit_entry where action = 'addBeds'`)).toEqual([
    { staff_id: admin.id, changes: { added: numbers, ward: 'ICU', unitName: 'ICU' } },
  ])
})

test('where some exist already none is added, and they are named as they are written', async () => {
  for (const bedNumber of ['B-103', 'b-104', 'B-110']) await givenBed(admin, { bedNumber })
  const refused = await add(numbersIn('B', 30))
  const detail = 'B-103, B-110, b-104 exist already. No bed was added.'
  expect(refused.problem).toMatchObject({
    status: 409,
    code: 'bed_number_taken',
    detail,
    errors: [{ path: 'bedNumbers', message: detail }],
  })
  expect(await present('B')).toEqual(['B-103', 'B-110'])
  expect((await add(['B-103'])).problem.detail).toBe('B-103 exists already. No bed was added.')
})

test('the number of a bed that was deleted is free again', async () => {
  const { id } = await givenBed(admin, { bedNumber: 'C-102' })
  expect((await add(numbersIn('C', 3))).status).toBe(409)
  await admin.call(deleteBed, { params: { id } })
  expect((await add(numbersIn('C', 3))).status).toBe(201)
})

test('a bed that somebody else deletes meanwhile is gone, and nothing is on record of deleting it again', async () => {
  const { id } = await givenBed(admin, { bedNumber: 'E-101' })
  const { untilWaiting, letGo } = await holdLock(app, 'delete from bed where id = $1', [id])
  const answer = admin.call(deleteBed, { params: { id } })
  await untilWaiting()
  await letGo()
  expect((await answer).problem).toMatchObject({ status: 404, code: 'not_found' })
  const entries = `select outcome from audit_entry where action = 'deleteBed' and subject_id = $1`
  expect((await app.asOwner(entries, [id])).map(({ outcome }) => outcome)).not.toContain('done')
})

test('two who add the same beds at once, in whatever order: one does, the other is told', async () => {
  for (let round = 0; round < 5; round++) {
    const numbers = numbersIn(`D${round}`, 40)
    const answers = await Promise.all([add(numbers), add(numbers.toReversed())])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await present(`D${round}`)).toEqual(numbers)
  }
})

test.each([
  [{ bedNumbers: [], ward: 'ICU' }, 'bedNumbers', 'Bed numbers are required'],
  [{ bedNumbers: ['E-1', 'e-1'], ward: 'ICU' }, 'bedNumbers', 'e-1 is listed twice.'],
  [{ bedNumbers: numbersIn('E', 201), ward: 'ICU' }, 'bedNumbers', 'At most 200 beds can be added at once.'],
  [{ bedNumbers: ['E-1', ' '], ward: 'ICU' }, 'bedNumbers.1', 'Bed number is required'],
  [{ bedNumbers: ['E-1'], ward: 'ATTIC' }, 'ward', 'Ward is required'],
])('%j is refused', async (body, path, message) => {
  const refused = await admin.send('POST', '/api/beds/several', { body })
  expect(refused.problem).toMatchObject({ status: 422, errors: [{ path, message }] })
  expect(await present('E')).toEqual([])
})

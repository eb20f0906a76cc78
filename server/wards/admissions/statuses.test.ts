import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { dischargePatient, listAcuity, recordAcuity } from '../../../contract/wards/admissions.ts'
import { startApp } from '../../testing/app.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { givenBed } from '../../testing/factories/beds.ts'

const app = await startApp()
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
afterAll(() => app.close())

test('each status of a stay is kept in its order, with its note for those who may read it', async () => {
  const { id } = (await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id })).body
  const params = { id }
  for (const [acuity, note] of [
    ['CRITICAL', 'Needs oxygen'],
    ['SERIOUS', null],
    ['STABLE', 'Walks'],
  ] as const)
    await doctor.call(recordAcuity, { params, body: { acuity, note } })
  const { firstName, lastName } = await doctor.me()
  const by = `${firstName} ${lastName}`
  const first = (await doctor.call(listAcuity, { params, query: { limit: 2 } })).body
  expect(first).toMatchObject({
    total: 3,
    items: [
      { acuity: 'CRITICAL', note: 'Needs oxygen', by },
      { acuity: 'SERIOUS', note: null, by },
    ],
  })
  const rest = await doctor.call(listAcuity, { params, query: { cursor: first.nextCursor ?? '' } })
  expect(rest.body).toMatchObject({ items: [{ acuity: 'STABLE', note: 'Walks' }], nextCursor: null })
  const seen = (await desk.call(listAcuity, { params })).body.items
  expect(seen.map(({ acuity, note }) => [acuity, note])).toEqual([
    ['CRITICAL', null],
    ['SERIOUS', null],
    ['STABLE', null],
  ])
})

test('no status is recorded of a stay that is over, or that there is not', async () => {
  const { id } = (await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id })).body
  const record = (stay: string) =>
    doctor.call(recordAcuity, { params: { id: stay }, body: { acuity: 'STABLE' } })
  await desk.call(dischargePatient, { params: { id }, body: { destination: 'HOME' } })
  expect(await record(id)).toMatchObject({ status: 409, problem: { code: 'admission_closed' } })
  expect(await record(randomUUID())).toMatchObject({ status: 404 })
  expect((await doctor.call(listAcuity, { params: { id } })).body.total).toBe(0)
})

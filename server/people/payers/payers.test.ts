import { afterAll, expect, test } from 'vitest'
import { editCoverage, listCoverage } from '../../../contract/people/coverage.ts'
import { addPayer, editPayer, listPayers, retirePayer } from '../../../contract/people/payers.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { one } from '../../testing/example.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { givenCoverage, givenPayer, payerForm } from '../../testing/factories/patients/payers.ts'

const app = await startApp()
const admin = await app.founder()
afterAll(() => app.close())
const desk = await app.signIn('receptionist')

const named = async () => (await desk.call(listPayers)).body.map(({ name }) => name)

test('a payer has a name that no other has while it can be chosen, however it is written', async () => {
  const first = await givenPayer(admin, { name: 'Harbour Mutual' })
  const again = await admin.call(addPayer, { body: payerForm({ name: 'HARBOUR MUTUAL' }) })
  expect(again.problem).toMatchObject({ code: 'name_taken', errors: [{ path: 'name' }] })
  await admin.call(retirePayer, one(first))
  expect(await named()).not.toContain('Harbour Mutual')
  expect((await givenPayer(admin, { name: 'Harbour Mutual' })).name).toBe('Harbour Mutual')
})

test('a retired payer can’t be chosen, and coverage by it stays and can be corrected', async () => {
  const patient = await givenPatient(desk)
  const covered = await givenCoverage({ admin, receptionist: desk }, patient)
  expect((await admin.call(retirePayer, one({ id: covered.payerId }))).status).toBe(200)
  const corrected = { payerId: covered.payerId, memberNumber: 'HF-1' }
  const edited = await desk.call(editCoverage, { ...one(covered), body: corrected }, ifMatch(covered))
  expect(edited.body).toMatchObject({ memberNumber: 'HF-1', payerName: covered.payerName })
})

test('a renamed payer has its new name in the coverage of patients', async () => {
  const patient = await givenPatient(desk)
  const { payerId } = await givenCoverage({ admin, receptionist: desk }, patient)
  const payer = (await desk.call(listPayers)).body.find(({ id }) => id === payerId)
  await admin.call(
    editPayer,
    { ...one({ id: payerId }), body: { name: 'New Name' } },
    ifMatch(payer ?? { version: 0 }),
  )
  expect((await desk.call(listCoverage, one(patient))).body).toMatchObject([{ payerName: 'New Name' }])
})

test('who runs the desk chooses payers, and an administrator keeps them', async () => {
  const added = await desk.call(addPayer, { body: payerForm() })
  expect(added.problem).toMatchObject({ status: 403, permission: 'staff.manage' })
})

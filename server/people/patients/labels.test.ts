import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { readSite } from '../../../contract/hospital/hospital.ts'
import { deletePatient, findLabelledPatient } from '../../../contract/people/patients.ts'
import { labelCode } from '../../../contract/search/labels.ts'
import { startApp } from '../../testing/app.ts'
import { givenPatient, labelOf } from '../../testing/factories/patients/patients.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const store = await app.signIn('inventory_manager')

const scan = (code: string, by = desk) => by.call(findLabelledPatient, { query: { code } })

test('a scanned label is its patient, in whatever case it comes and whatever stood in the box before', async () => {
  const patient = await givenPatient(desk)
  const code = await labelOf(desk, patient)
  for (const typed of [code, code.toLowerCase(), `okafor ${code}`]) {
    expect((await scan(typed)).body).toMatchObject({ id: patient.id, mrn: patient.mrn })
  }
})

test('a label that opens nobody says why: nobody’s, of a removed record, of another hospital, no label at all', async () => {
  const { labelMark } = (await desk.call(readSite)).body
  const patient = await givenPatient(desk)
  const code = await labelOf(desk, patient)

  const nobodys = await scan(labelCode({ mark: labelMark, patientId: randomUUID() }))
  expect(nobodys.problem).toMatchObject({ status: 404, code: 'label_unknown' })
  expect(nobodys.problem.detail).toBe('No patient here has this label. Find the patient by name or MRN.')

  const elsewhere = labelMark === '00000000' ? '00000001' : '00000000'
  const foreign = await scan(labelCode({ mark: elsewhere, patientId: patient.id }))
  expect(foreign.problem).toMatchObject({ status: 404, code: 'label_of_other_hospital' })
  expect(foreign.problem.detail).toContain('another hospital’s')

  await admin.call(deletePatient, { params: { id: patient.id } })
  const removed = await scan(code)
  expect(removed.problem).toMatchObject({ status: 404, code: 'label_of_removed_patient' })
  expect(removed.problem.detail).toContain('has been removed')

  const typed = await scan('MRN1000')
  expect(typed.problem).toMatchObject({ status: 422, errors: [{ path: 'code' }] })
})

test('whoever may not see patients opens none by a label', async () => {
  const code = await labelOf(desk, await givenPatient(desk))
  expect((await scan(code, store)).problem).toMatchObject({ code: 'forbidden', permission: 'patient.view' })
})

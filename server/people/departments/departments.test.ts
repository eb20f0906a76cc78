import { afterAll, expect, onTestFinished, test } from 'vitest'
import { addClinic, closeClinic, editClinic, listClinics } from '../../../contract/people/clinics.ts'
import { editDepartment, listDepartments } from '../../../contract/people/departments.ts'
import { addUnit, closeUnit, editUnit } from '../../../contract/wards/unit-changes.ts'
import { listUnits } from '../../../contract/wards/units.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { one } from '../../testing/example.ts'
import { clinicForm, givenClinic } from '../../testing/factories/clinics.ts'
import { givenDepartment } from '../../testing/factories/departments.ts'
import { givenUnit, unitForm } from '../../testing/factories/units.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const admin = await app.founder()
afterAll(() => app.close())

const named = async (name: string) =>
  (await admin.call(listDepartments)).body.find((department) => department.name === name)

test('a department is a name over clinics and wards, however it is written', async () => {
  const clinic = await givenClinic(admin, { department: 'Paediatrics' })
  const unit = await givenUnit(admin, { department: ' PAEDIATRICS ' })
  expect([clinic.department, unit.department]).toEqual(['Paediatrics', 'Paediatrics'])
  expect(await named('Paediatrics')).toMatchObject({ clinics: [clinic.name], wards: [unit.name], version: 1 })
})

test('two who name the same new one at once name one', async () => {
  for (let round = 0; round < 5; round++) {
    const department = `Dermatology ${round}`
    const both = await Promise.all([
      admin.call(addClinic, { body: clinicForm({ department }) }),
      admin.call(addUnit, { body: unitForm({ department: department.toUpperCase() }) }),
    ])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    const listed = (await admin.call(listDepartments)).body.filter(
      ({ name }) => name.toLowerCase() === department.toLowerCase(),
    )
    expect(listed).toMatchObject([{ clinics: [expect.any(String)], wards: [expect.any(String)] }])
  }
})

test('a rename is felt by its clinics and wards, and by forms that were opened before', async () => {
  const [clinic, unit] = [
    await givenClinic(admin, { department: 'Medicine' }),
    await givenUnit(admin, { department: 'Medicine' }),
  ]
  const department = await named('Medicine')
  if (!department) throw new Error('The department is not listed')
  const screen = await openLive(app.url, admin, 'clinics', 'units', 'departments')
  onTestFinished(() => screen.close())
  const body = { name: 'Internal Medicine' }
  const renamed = await admin.call(editDepartment, { ...one(department), body }, ifMatch(department))
  expect(renamed.body).toMatchObject({ ...body, version: 2, clinics: [clinic.name], wards: [unit.name] })
  for (const scope of ['clinics', 'units', 'departments'])
    await expect.poll(() => screen.stale(scope), { message: scope }).toBeGreaterThan(0)
  const after = [(await admin.call(listClinics)).body, (await admin.call(listUnits)).body].map((list) =>
    list.find(({ id }) => id === clinic.id || id === unit.id),
  )
  expect(after.map((known) => known?.department)).toEqual([body.name, body.name])
  // Otherwise the form would give the clinic the earlier name again.
  const floor = { floor: 'First floor', department: 'Medicine' }
  for (const stale of [
    await admin.call(editClinic, { ...one(clinic), body: floor }, ifMatch(clinic)),
    await admin.call(editUnit, { ...one(unit), body: floor }, ifMatch(unit)),
  ])
    expect(stale.problem).toMatchObject({ status: 412, current: { department: body.name } })
})

test('a name is taken once', async () => {
  const [first, second] = [await givenDepartment(admin), await givenDepartment(admin)]
  const body = { name: first.name.toUpperCase() }
  const refused = await admin.call(editDepartment, { ...one(second), body }, ifMatch(second))
  expect(refused.problem).toMatchObject({
    code: 'name_taken',
    errors: [{ path: 'name', message: 'Another department has this name.' }],
  })
})

test('a department is given the name of one that no list shows any more', async () => {
  const [clinic, unit] = [
    await givenClinic(admin, { department: 'Ophthalmology' }),
    await givenUnit(admin, { department: 'Opthalmology' }),
  ]
  await admin.call(closeClinic, one(clinic))
  const misspelt = await named('Opthalmology')
  if (!misspelt) throw new Error('The department is not listed')
  const body = { name: 'Ophthalmology' }
  const renamed = await admin.call(editDepartment, { ...one(misspelt), body }, ifMatch(misspelt))
  expect(renamed.body).toMatchObject({ id: misspelt.id, name: body.name, wards: [unit.name] })
  expect(await app.asOwner('select name from department where name ilike $1', ['op%'])).toEqual([body])
})

test('one is listed while a clinic or ward that is open belongs to it', async () => {
  const [clinic, unit] = [
    await givenClinic(admin, { department: 'Surgery' }),
    await givenUnit(admin, { department: 'Surgery' }),
  ]
  await admin.call(closeClinic, one(clinic))
  expect(await named('Surgery')).toMatchObject({ clinics: [], wards: [unit.name] })
  const edited = await admin.call(editUnit, { ...one(unit), body: { department: null } }, ifMatch(unit))
  expect(edited.body.department).toBeNull()
  expect(await named('Surgery')).toBeUndefined()
  const back = await givenUnit(admin, { department: 'surgery' })
  expect(back.department).toBe('Surgery')
  await admin.call(closeUnit, one(back))
  expect(await named('Surgery')).toBeUndefined()
})

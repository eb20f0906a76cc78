import { expect, test } from 'vitest'
import { type Department, editDepartment, listDepartments } from '../../../contract/people/departments.ts'
import { listBeds } from '../../../contract/wards/beds.ts'
import { editUnit } from '../../../contract/wards/unit-changes.ts'
import { listUnits, type Unit } from '../../../contract/wards/units.ts'
import { refuse } from '../../testing/hospital.ts'
import { newId, unitRecords } from '../../testing/records.ts'
import { hospitalFor, openScreen } from '../../testing/show.tsx'

const [ward, ...others] = unitRecords
if (!ward) throw new Error('There is no general ward')
const medicine: Department = {
  id: newId(),
  name: 'Medicine',
  clinics: ['Chest Clinic'],
  wards: [ward.name],
  version: 1,
}

async function openWards(department: string | null) {
  const hospital = hospitalFor('admin')
  hospital.answer(listBeds, [])
  hospital.answer(listDepartments, [medicine])
  const units: Unit[] = [{ ...ward, department } as Unit, ...others]
  hospital.answer(listUnits, () => units)
  return { hospital, units, screen: await openScreen('/beds/wards') }
}

test('a ward is given a department that a clinic has, by a click', async () => {
  const { hospital, screen } = await openWards(null)
  await screen.getByRole('button', { name: 'Edit General Ward' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Edit General Ward' })
  const field = dialog.getByLabelText('Department')
  await field.fill('medi')
  await screen.getByRole('option', { name: 'Medicine' }).click()
  await expect.element(field).toHaveValue('Medicine')
  hospital.answer(editUnit, { ...ward, department: 'Medicine', version: 2 } as Unit)
  await dialog.getByRole('button', { name: 'Save General Ward' }).click()
  await expect.element(screen.getByRole('cell', { name: 'Medicine' })).toBeVisible()
  expect(hospital.sent(editUnit)[0]?.body).toMatchObject({ department: 'Medicine' })
})

test('a department is renamed for all that belongs to it, and keeps what was typed when the name is taken', async () => {
  const { hospital, units, screen } = await openWards('Medicine')
  await screen.getByRole('button', { name: 'Departments' }).click()
  await expect
    .element(screen.getByRole('dialog', { name: 'Departments' }).getByText('Chest Clinic, General Ward'))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Rename Medicine' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Rename Medicine' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.fill('Surgery')
  const taken = 'Another department has this name.'
  hospital.answer(editDepartment, () =>
    refuse(409, 'name_taken', taken, { errors: [{ path: 'name', message: taken }] }),
  )
  await dialog.getByRole('button', { name: 'Rename Medicine' }).click()
  await expect.element(name).toHaveAccessibleDescription(expect.stringContaining(taken))
  await expect.element(name).toHaveValue('Surgery')
  await name.fill('Internal Medicine')
  const renamed = { ...medicine, name: 'Internal Medicine', version: 2 }
  hospital.answer(editDepartment, () => {
    hospital.answer(listDepartments, [renamed])
    units[0] = { ...ward, department: renamed.name, version: 2 } as Unit
    return renamed
  })
  await dialog.getByRole('button', { name: 'Rename Medicine' }).click()
  await screen.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.element(screen.getByRole('cell', { name: 'Internal Medicine' })).toBeVisible()
})

import { expect, test } from 'vitest'
import {
  addFormularyMedicine,
  deleteFormularyMedicine,
  editFormularyMedicine,
  type FormularyMedicine,
  listFormulary,
} from '../../../contract/clinical/formulary/formulary.ts'
import type { Role } from '../../../contract/permissions.ts'
import { refuse } from '../../testing/hospital.ts'
import { newId } from '../../testing/records.ts'
import { choose, hospitalFor, openScreen } from '../../testing/show.tsx'

const medicineOf = (name: string, fields: Partial<FormularyMedicine> = {}): FormularyMedicine => ({
  id: newId(),
  name,
  route: null,
  unit: 'MG',
  maxDose: 1000,
  maxDailyDose: null,
  maxDosePerKg: null,
  maxChildDose: null,
  version: 1,
  ...fields,
})
const paracetamol = medicineOf('Paracetamol', { maxDailyDose: 4000, maxDosePerKg: 15, maxChildDose: 500 })

async function formulary(role: Role, medicines: FormularyMedicine[]) {
  const hospital = hospitalFor(role)
  hospital.answer(listFormulary, medicines)
  const screen = await openScreen('/formulary')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Formulary' })).toBeVisible()
  return { hospital, screen, box: (name: string) => screen.getByRole('textbox', { name, exact: true }) }
}

test('an empty formulary says what it is for, and is begun with what is missing said beside the fields', async () => {
  const { hospital, screen, box } = await formulary('admin', [])
  await expect.element(screen.getByText('No medicines in the formulary yet')).toBeVisible()
  await screen.getByRole('button', { name: 'Add Medicine' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(box('Medicine')).toHaveFocus()
  const add = dialog.getByRole('button', { name: 'Add medicine' })
  await add.click()
  await expect
    .element(box('Medicine'))
    .toHaveAccessibleDescription(expect.stringContaining('Medicine is required'))
  await expect.element(dialog.getByRole('link', { name: 'Choose the unit' })).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: 'Single maximum is required' })).toBeVisible()

  await box('Medicine').fill('Paracetamol')
  await choose(screen.getByRole('combobox', { name: 'Unit' }), 'mg')
  await box('Single maximum').fill('1.000')
  await box('Child’s maximum per kg').fill('7,5')
  await add.click()
  await expect
    .element(box('Single maximum'))
    .toHaveAccessibleDescription(expect.stringContaining('Write “1” or “1000” instead of “1.000”'))
  await box('Single maximum').fill('1000')
  const taken = 'This medicine is in the formulary already, for this route.'
  hospital.answer(addFormularyMedicine, () =>
    refuse(409, 'name_taken', taken, { errors: [{ path: 'name', message: taken }] }),
  )
  await add.click()
  await expect.element(box('Medicine')).toHaveAccessibleDescription(expect.stringContaining(taken))
  hospital.answer(addFormularyMedicine, paracetamol)
  await add.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByRole('cell', { name: '1000 mg, 4000 mg a day' })).toBeVisible()
  expect(hospital.sent(addFormularyMedicine).at(-1)?.body).toEqual({
    name: 'Paracetamol',
    route: null,
    unit: 'MG',
    maxDose: '1000',
    maxDailyDose: null,
    maxDosePerKg: '7.5',
    maxChildDose: null,
  })
})

test('a medicine is edited from the version that was read, and removed after a question', async () => {
  const { hospital, screen, box } = await formulary('admin', [paracetamol, medicineOf('Furosemide')])
  await expect.element(screen.getByRole('cell', { name: '15 mg/kg, 500 mg at most' })).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'No dose for children' })).toBeVisible()
  hospital.answer(editFormularyMedicine, { ...paracetamol, maxDailyDose: 3000, version: 2 })
  await screen.getByRole('button', { name: 'Edit Paracetamol' }).click()
  await box('Daily maximum').fill('900')
  await screen.getByRole('button', { name: 'Save Paracetamol' }).click()
  await expect
    .element(box('Daily maximum'))
    .toHaveAccessibleDescription(
      expect.stringContaining('The daily maximum can’t be below the single maximum'),
    )
  await box('Daily maximum').fill('3000')
  await screen.getByRole('button', { name: 'Save Paracetamol' }).click()
  await expect.element(screen.getByRole('cell', { name: '1000 mg, 3000 mg a day' })).toBeVisible()
  expect(hospital.sent(editFormularyMedicine)[0]).toMatchObject({
    version: 1,
    body: { maxDailyDose: '3000' },
  })

  hospital.answer(deleteFormularyMedicine, { id: paracetamol.id })
  await screen.getByRole('button', { name: 'Remove Paracetamol' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Remove Paracetamol' }).click()
  await expect.element(screen.getByText('Paracetamol removed from the formulary')).toBeVisible()
  await expect.element(screen.getByText('Paracetamol', { exact: true })).not.toBeInTheDocument()
})

test('a doctor reads and searches it, and changes nothing', async () => {
  const { screen } = await formulary('doctor', [paracetamol, medicineOf('Furosemide')])
  await screen.getByRole('searchbox', { name: 'Search the formulary' }).fill('furo')
  await expect.element(screen.getByText('Furosemide', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Paracetamol', { exact: true })).not.toBeInTheDocument()
  for (const name of ['Add Medicine', 'Edit Furosemide', 'Remove Furosemide'])
    await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument()
})

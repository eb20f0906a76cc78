import { expect, test } from 'vitest'
import { listBeds } from '../../../../contract/wards/beds.ts'
import { closeUnit, moveBeds } from '../../../../contract/wards/unit-changes.ts'
import { listBedsOfUnit, listUnits, type Unit } from '../../../../contract/wards/units.ts'
import { type Hospital, refuse } from '../../../testing/hospital.ts'
import { bedRecord, newId, occupiedBed, unitRecords } from '../../../testing/records.ts'
import { choose, hospitalFor, openScreen } from '../../../testing/show.tsx'

const [general] = unitRecords
if (!general) throw new Error('There is no general ward')
const east: Unit = { ...general, id: newId(), name: 'Ward 3 East', floor: 'Third floor' }
const here = { unitId: east.id, unitName: east.name }
const taken = occupiedBed(undefined, { bedNumber: 'E-1', ...here })
const elsewhere = bedRecord({ bedNumber: 'A-7' })

function withTwoWards(role: 'admin' | 'nurse') {
  const hospital = hospitalFor(role)
  hospital.answer(
    listUnits,
    [general, east, ...unitRecords.slice(1)].flatMap((unit) => unit ?? []),
  )
  hospital.answer(listBeds, [elsewhere, taken])
  return hospital
}

test('a ward says how full it is, and one with a patient is not closed', async () => {
  const hospital = withTwoWards('admin')
  const screen = await openScreen('/beds/wards')
  await expect.element(screen.getByText('1 bed, 1 occupied')).toBeVisible()
  // The last ward of a kind can't be closed, nor merged.
  await expect.element(screen.getByRole('button', { name: 'Close ICU' })).not.toBeInTheDocument()
  const sentence = 'Ward 3 East has a patient: Asha Rao (E-1). Transfer or discharge them, or merge the ward.'
  hospital.answer(closeUnit, () => refuse(409, 'unit_occupied', sentence))
  await screen.getByRole('button', { name: 'Close Ward 3 East' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Close this ward?' })
  await dialog.getByRole('button', { name: 'Close Ward 3 East' }).click()
  await expect.element(dialog.getByText(sentence)).toBeVisible()
})

test('beds are moved by their numbers, and a number that no bed has is named', async () => {
  const hospital = withTwoWards('admin')
  const screen = await openScreen('/beds/wards')
  await screen.getByRole('button', { name: 'Move beds to Ward 3 East' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Move beds to Ward 3 East' })
  const numbers = dialog.getByRole('textbox', { name: 'Bed numbers' })
  await numbers.fill('a-7 to a-8')
  await dialog.getByRole('button', { name: 'Move beds' }).click()
  await expect.element(numbers).toHaveAccessibleDescription(expect.stringContaining('There is no bed a-8.'))
  await numbers.fill('a-7, E-1')
  await expect.element(dialog.getByText('2 beds, 1 occupied')).toBeVisible()
  hospital.answer(moveBeds, [{ ...elsewhere, ...here, version: 2 }, taken])
  await dialog.getByRole('button', { name: 'Move 2 beds' }).click()
  await expect.element(screen.getByText('2 beds moved to Ward 3 East')).toBeVisible()
  expect(hospital.calls.find(({ endpoint }) => endpoint === moveBeds)?.body).toEqual({
    bedIds: [elsewhere.id, taken.id],
  })
})

test('a kind with two wards is chosen as a whole, or one of them', async () => {
  const hospital = withTwoWards('admin')
  hospital.answer(listBedsOfUnit, [taken])
  const screen = await openScreen('/beds')
  await expect.element(screen.getByRole('heading', { name: 'Ward 3 East' })).toBeVisible()
  const ward = screen.getByRole('combobox', { name: 'Ward' })
  await screen.getByRole('textbox', { name: 'Ward' }).or(ward).first().click()
  await choose(ward, 'Ward 3 East')
  await expect.element(screen.getByText('1 bed', { exact: true })).toBeVisible()
  await choose(ward, 'All of General Ward')
  await expect.element(screen.getByText('2 beds', { exact: true })).toBeVisible()
})

/** A board of the ward East. */
async function openEast() {
  const screen = await openScreen(`/beds?ward=GENERAL&unit=${east.id}`)
  const ward = screen
    .getByRole('textbox', { name: 'Ward' })
    .or(screen.getByRole('combobox', { name: 'Ward' }))
  return {
    hasBeds: (count: string) => expect.element(screen.getByText(count, { exact: true })).toBeVisible(),
    hasWard: (name: string) => expect.element(ward).toHaveValue(name),
  }
}

function mergeEast(hospital: Hospital) {
  hospital.answer(listUnits, [...unitRecords])
  hospital.answer(listBedsOfUnit, () =>
    refuse(404, 'not_found', 'This ward doesn’t exist or has been closed.'),
  )
  hospital.answer(listBeds, [elsewhere, { ...taken, unitId: general?.id ?? '', unitName: 'General Ward' }])
}

test('a board of a ward that is merged goes on with all of its kind', async () => {
  const hospital = withTwoWards('nurse')
  hospital.answer(listBedsOfUnit, [taken])
  const { hasBeds, hasWard } = await openEast()
  await hasBeds('1 bed')
  await hasWard('Ward 3 East')
  await expect.poll(() => hospital.followed('units') && hospital.followed(`unit:${east.id}`)).toBe(true)
  mergeEast(hospital)
  hospital.tell({ scope: `unit:${east.id}`, gone: [taken.id] })
  hospital.tell({ scope: 'units', gone: [east.id] })
  await hasBeds('2 beds')
  await hasWard('General Ward')
})

test('the address of a ward that was merged has all of its kind', async () => {
  mergeEast(withTwoWards('nurse'))
  const { hasBeds, hasWard } = await openEast()
  await hasBeds('2 beds')
  await hasWard('General Ward')
})

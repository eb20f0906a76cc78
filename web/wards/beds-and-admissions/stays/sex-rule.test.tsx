import { expect, test } from 'vitest'
import { listPatients, readPatient } from '../../../../contract/people/patients.ts'
import { admitPatient, transferPatient } from '../../../../contract/wards/admissions.ts'
import { type Bed, changeBed, listBeds } from '../../../../contract/wards/beds.ts'
import { editUnit, moveBeds } from '../../../../contract/wards/unit-changes.ts'
import { listUnits, type Unit } from '../../../../contract/wards/units.ts'
import { refuse } from '../../../testing/hospital.ts'
import { bedRecord, newId, occupiedBed, patientRecord, unitRecords } from '../../../testing/records.ts'
import { choose, drafts, hospitalFor, openScreen } from '../../../testing/show.tsx'

const [general] = unitRecords
if (!general) throw new Error('There is no general ward')
const east: Unit = { ...general, id: newId(), name: 'Ward 3 East', sexRule: 'FEMALE' }
const inEast = { unitId: east.id, unitName: east.name }

const him = patientRecord({ lastName: 'Rao', gender: 'MALE' })
const her = patientRecord({ lastName: 'Shah', gender: 'FEMALE' })
const [his, hers] = [occupiedBed(him, { bedNumber: 'A-1' }), occupiedBed(her, { bedNumber: 'A-2' })]
const freeHere = bedRecord({ bedNumber: 'Z-9' })
const freeInEast = bedRecord({ bedNumber: 'E-1', ...inEast })

const question = 'Ward 3 East is for women. Say why this patient is placed there.'
const refused = () =>
  refuse(409, 'ward_for_other_sex', question, { errors: [{ path: 'sexRuleReason', message: question }] })

async function openBoard(path: string, beds: Bed[] = [his, hers, freeInEast, freeHere], unit = east) {
  const hospital = hospitalFor('admin')
  hospital.answer(listUnits, [unit, ...unitRecords])
  hospital.answer(listBeds, beds)
  const screen = await openScreen(path)
  const dialog = screen.getByRole('dialog')
  return { hospital, screen, dialog, reason: dialog.getByRole('textbox', { name: 'Reason for this ward' }) }
}

test('a transfer offers wards that fit first, and asks beside the bed of one for the other sex', async () => {
  const { hospital, dialog, reason } = await openBoard(`/beds?act=transfer&bed=${his.id}`)
  const bedOf = (number: string) => dialog.getByRole('radio', { name: number })
  await expect.element(bedOf('E-1')).toBeInTheDocument()
  await expect.element(dialog.getByText('Ward 3 East, for women')).toBeVisible()
  const offered = dialog.getByRole('radio').elements()
  expect(offered.map((radio) => (radio as HTMLInputElement).value)).toEqual([freeHere.id, freeInEast.id])

  await dialog.getByText('Z-9').click()
  await expect.element(reason).not.toBeInTheDocument()
  await dialog.getByText('E-1').click()
  await expect.element(dialog.getByText(question)).toBeVisible()

  hospital.answer(transferPatient, refused)
  const transfer = dialog.getByRole('button', { name: /^Transfer / })
  await transfer.click()
  await expect.element(reason).toBeInvalid()
  await reason.fill('No other bed with oxygen')
  await transfer.click()
  await expect
    .poll(() => hospital.sent(transferPatient).at(-1)?.body)
    .toMatchObject({ bedId: freeInEast.id, sexRuleReason: 'No other bed with oxygen' })
  await expect.element(bedOf('E-1')).toBeChecked()
  await expect.element(reason).toHaveValue('No other bed with oxygen')
})

test('a ward for a patient’s own sex is neither marked nor asked about', async () => {
  const { dialog, reason } = await openBoard(`/beds?act=transfer&bed=${hers.id}`)
  await expect.element(dialog.getByText('Ward 3 East', { exact: true })).toBeVisible()
  await dialog.getByText('E-1', { exact: true }).click()
  await expect.element(dialog.getByRole('button', { name: /to E-1/ })).toBeVisible()
  await expect.element(reason).not.toBeInTheDocument()
})

test('an admission to a bed asks once the patient is found, and keeps what is typed', async () => {
  const { hospital, screen, dialog, reason } = await openBoard(`/beds?act=assign&bed=${freeInEast.id}`, [
    freeInEast,
  ])
  hospital.answer(readPatient, him)
  hospital.answer(listPatients, { items: [him], total: 1, nextCursor: null })
  await expect.element(reason).not.toBeInTheDocument()
  await dialog.getByRole('textbox', { name: 'Diagnosis' }).fill('Fever')
  await dialog.getByRole('textbox', { name: 'Enter Patient ID' }).fill('rao')
  await screen.getByRole('option').first().click()
  await reason.fill('No other bed with oxygen')
  await expect.poll(drafts).toHaveLength(1)
  await screen.unmount()
  const again = await openScreen(`/beds?act=assign&bed=${freeInEast.id}`)
  await expect
    .element(again.getByRole('textbox', { name: 'Reason for this ward' }))
    .toHaveValue('No other bed with oxygen')
  expect(hospital.sent(admitPatient)).toEqual([])
})

test('a rule that a colleague has just made is asked about when the server says so', async () => {
  const before = { ...east, sexRule: null }
  const { hospital, dialog, reason } = await openBoard(`/beds?act=describe&bed=${his.id}`, [his], before)
  await choose(dialog.getByRole('combobox', { name: 'Ward' }), 'Ward 3 East')
  await expect.element(reason).not.toBeInTheDocument()
  hospital.answer(changeBed, refused)
  const save = dialog.getByRole('button', { name: 'Update bed A-1' })
  await save.click()
  await expect.element(reason).toHaveAccessibleDescription(expect.stringContaining(question))
  hospital.answer(changeBed, { ...his, ...inEast, version: 2, sexRuleReason: 'The wing is painted' })
  await reason.fill('The wing is painted')
  await save.click()
  await expect
    .poll(() => hospital.sent(changeBed).at(-1)?.body)
    .toMatchObject({ unitId: east.id, sexRuleReason: 'The wing is painted' })
  await expect.element(dialog).not.toBeInTheDocument()
})

test('moved beds ask about the patients in them', async () => {
  const { hospital, screen, dialog, reason } = await openBoard('/beds/wards')
  await screen.getByRole('button', { name: 'Move beds to Ward 3 East' }).click()
  const numbers = dialog.getByRole('textbox', { name: 'Bed numbers' })
  await numbers.fill('A-2')
  await expect.element(dialog.getByText('1 bed, 1 occupied')).toBeVisible()
  await expect.element(reason).not.toBeInTheDocument()
  await numbers.fill('A-1, A-2')
  await reason.fill('The wing is painted')
  await expect.element(dialog.getByText(/Say why other patients are placed there/)).toBeVisible()
  hospital.answer(moveBeds, [his, hers])
  await dialog.getByRole('button', { name: 'Move 2 beds' }).click()
  await expect
    .poll(() => hospital.sent(moveBeds).at(-1)?.body)
    .toEqual({ bedIds: [his.id, hers.id], sexRuleReason: 'The wing is painted' })
})

test('a ward’s rule is chosen, with how many of the other sex stay', async () => {
  const { hospital, screen, dialog } = await openBoard('/beds/wards')
  await screen.getByRole('button', { name: 'Edit General Ward' }).click()
  const rule = dialog.getByRole('combobox', { name: 'Who it is for' })
  await expect.element(rule).toHaveValue('Everyone')
  await choose(rule, 'Men')
  await expect.element(dialog.getByText('1 woman is in this ward now, and stays.')).toBeVisible()
  hospital.answer(editUnit, { ...general, sexRule: 'MALE', version: 2 })
  await dialog.getByRole('button', { name: 'Save General Ward' }).click()
  await expect.poll(() => hospital.sent(editUnit).at(-1)?.body).toMatchObject({ sexRule: 'MALE' })
})

test('the board says whom a ward is for, and why a patient of the other sex is there', async () => {
  const there = occupiedBed(him, { bedNumber: 'E-2', ...inEast, sexRuleReason: 'No other bed with oxygen' })
  const { screen } = await openBoard('/beds', [freeInEast, there, freeHere])
  await expect.element(screen.getByText(/^For women, 1 of 2 occupied/)).toBeVisible()
  await expect
    .element(screen.getByText('Reason for this ward: No other bed with oxygen').first())
    .toBeVisible()
})

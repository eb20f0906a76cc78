import { expect, test } from 'vitest'
import { listIdentifierSystems } from '../../../../contract/people/identifier-systems.ts'
import {
  checkImport,
  editImportMapping,
  type ImportBatch,
  type ImportColumn,
  ImportMapping,
  readImport,
} from '../../../../contract/people/imports/imports.ts'
import { type Call, noAnswer, refuseEdit } from '../../../testing/hospital.ts'
import { columnOf, importOf } from '../../../testing/imports.ts'
import { newId, now } from '../../../testing/records.ts'
import { choose, hospitalFor, openScreen } from '../../../testing/show.tsx'

const name = (header: string) => columnOf(header, ['Ana', 'Bo', 'Cy', 'Di'])
const born = (fields: Partial<ImportColumn>) =>
  columnOf('DOB', ['03/04/1990', '05/06/1985', '07/08/2001', '01/02/1970'], fields)
const unproved = born({ dateProof: 'UNPROVED', dateExamples: ['03/04/1990'] })
const sex = columnOf('Sex', ['F', 'M', '9'])

async function columnsOf(...args: Parameters<typeof importOf>) {
  const hospital = hospitalFor('admin')
  let batch = importOf(...args)
  hospital.answer(listIdentifierSystems, [])
  hospital.answer(readImport, () => batch)
  const put = (next: Partial<ImportBatch>) => {
    batch = { ...batch, ...next }
    return batch
  }
  const saved = ({ body, version = 0 }: Call) =>
    put({
      ...ImportMapping.transform((mapping) => ({ mapping })).parse(mappingOf(body)),
      version: version + 1,
    })
  hospital.answer(editImportMapping, saved)
  const screen = await openScreen(`/imports/${batch.id}`)
  await expect.element(screen.getByRole('table', { name: 'Columns of the file' })).toBeVisible()
  return { hospital, screen, put, saved }
}

const mappingOf = (body: unknown) => (body as { mapping: ImportMapping }).mapping

test('what the headers suggest is shown with samples, and dates that can be read two ways are asked about', async () => {
  const { hospital, screen, put } = await columnsOf([
    [name('Given name'), 'firstName'],
    [name('Family name'), 'lastName'],
    [unproved, 'dateOfBirth'],
    [columnOf('Sex', ['F', 'M']), 'gender'],
    [columnOf('Ward', ['3B']), ''],
  ])
  await expect.element(screen.getByRole('combobox', { name: 'Given name becomes' })).toHaveValue('First name')
  await expect.element(screen.getByRole('combobox', { name: 'Ward becomes' })).toHaveValue('Leave out')
  await expect.element(screen.getByText('07/08/2001')).toBeVisible()
  await expect.element(screen.getByText('F is Female')).toBeVisible()

  await screen.getByRole('button', { name: 'Check 4 Rows' }).click()
  await expect
    .element(screen.getByRole('link', { name: 'Choose whether the day or the month comes first in “DOB”' }))
    .toBeVisible()
  expect(hospital.sent(checkImport)).toHaveLength(0)

  await screen.getByText('Month first: 4 Mar 1990').click()
  await expect.element(screen.getByText('All changes are saved')).toBeVisible()
  // The question is not asked again for a moment: its errors would take the keyboard from the next field.
  expect(document.activeElement).toMatchObject({ type: 'radio', value: 'MDY' })
  expect(mappingOf(hospital.sent(editImportMapping)[0]?.body).columns[2]?.dateOrder).toBe('MDY')
  hospital.answer(checkImport, () => put({ state: 'CHECKING', total: 4 }))
  await screen.getByRole('button', { name: 'Check 4 Rows' }).click()
  await expect.element(screen.getByText('Checking every row')).toBeVisible()
})

test('values that are not known are given a meaning, and proved dates ask nothing', async () => {
  const { hospital, screen } = await columnsOf([
    [name('First name'), 'firstName'],
    [name('Last name'), 'lastName'],
    [born({ dateProof: 'DMY', dateExamples: ['25/04/1990'] }), 'dateOfBirth'],
    [sex, 'gender'],
  ])
  await expect.element(screen.getByText('Day first, as 25/04/1990 shows.')).toBeVisible()
  await expect.element(screen.getByText('1 value is not known.', { exact: false })).toBeVisible()
  await choose(screen.getByRole('combobox', { name: '9 means' }), 'oth')
  await expect.element(screen.getByText('1 value is not known.', { exact: false })).not.toBeInTheDocument()
  await expect.poll(() => hospital.sent(editImportMapping)).toHaveLength(1)
  expect(mappingOf(hospital.sent(editImportMapping)[0]?.body).columns[3]?.values).toEqual({ '9': 'OTHER' })
  // Chosen once more, it still says what is chosen.
  await choose(screen.getByRole('combobox', { name: '9 means' }), 'oth')
  await expect.element(screen.getByRole('combobox', { name: '9 means' })).toHaveValue('Other')
})

test('a required field without a column is named, and gender can be one value for all rows', async () => {
  const { hospital, screen } = await columnsOf([
    [name('First name'), 'firstName'],
    [name('Last name'), ''],
    [born({ dateProof: 'CLEAR' }), 'dateOfBirth'],
  ])
  await expect.element(screen.getByText('Required, and no column yet: last name, gender')).toBeVisible()
  await choose(screen.getByRole('combobox', { name: 'Gender of all rows' }), 'fem')
  await choose(screen.getByRole('combobox', { name: 'Last name becomes' }), 'first')
  await expect.element(screen.getByText('Another column has this field already')).toBeVisible()
  await choose(screen.getByRole('combobox', { name: 'Last name becomes' }), 'last')
  await expect
    .element(screen.getByText('Required, and no column yet', { exact: false }))
    .not.toBeInTheDocument()
  await expect.element(screen.getByText('All changes are saved')).toBeVisible()
  const last = mappingOf(hospital.sent(editImportMapping).at(-1)?.body)
  expect(last.constants).toEqual({ gender: 'FEMALE' })
  expect(last.columns[1]?.field).toBe('lastName')
})

test('a change that is not saved stays and is saved again; after a colleague’s change theirs is shown', async () => {
  const { hospital, screen, put, saved } = await columnsOf([
    [name('First name'), 'firstName'],
    [columnOf('Town', ['Harbour Town']), ''],
  ])
  const town = screen.getByRole('combobox', { name: 'Town becomes' })
  hospital.answer(editImportMapping, noAnswer)
  await choose(town, 'addr')
  await expect.element(screen.getByText('Not saved: no connection', { exact: false })).toBeVisible()
  await expect.element(town).toHaveValue('Address')
  hospital.answer(editImportMapping, saved)
  await screen.getByRole('button', { name: 'Save again' }).click()
  await expect.element(screen.getByText('All changes are saved')).toBeVisible()

  hospital.answer(editImportMapping, () => {
    const { mapping } = put({ version: 9 })
    const theirs = put({
      mapping: mapping && {
        ...mapping,
        columns: mapping.columns.with(1, { field: '', dateOrder: null, values: {} }),
      },
    })
    return refuseEdit(theirs)
  })
  await choose(screen.getByRole('combobox', { name: 'First name becomes' }), 'last')
  await expect.element(town).toHaveValue('Leave out')
  await expect.element(screen.getByText('This is the latest version.', { exact: false })).toBeVisible()
})

test('a file that was imported before is known, with who did it and when', async () => {
  const sameFile = { id: newId(), fileName: 'patients-old.csv', at: now, by: 'Grace Okafor' }
  const { screen } = await columnsOf([[name('First name'), 'firstName']], { sameFile })
  await expect.element(screen.getByText(/This file was imported on .+ by Grace Okafor/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'patients-old.csv' }))
    .toHaveAttribute('href', `/imports/${sameFile.id}`)
})

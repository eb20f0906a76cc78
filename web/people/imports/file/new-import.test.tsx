import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  type ImportBatch,
  largestPart,
  readImport,
  sendImportPart,
  startImport,
} from '../../../../contract/people/imports/imports.ts'
import { importOf } from '../../../testing/imports.ts'
import { hospitalFor, openScreen } from '../../../testing/show.tsx'

test('what can’t be imported is said at once, and a CSV file is sent in parts', async () => {
  const hospital = hospitalFor('admin')
  const batch = importOf([], { state: 'UPLOADING' })
  const screen = await openScreen('/imports/new')
  const input = screen.getByLabelText('File', { exact: true })
  for (const [file, words] of [
    [new File([], 'nothing.csv'), /This file is empty/],
    [new File(['%PDF'], 'patients.pdf'), /Choose a CSV or an XLSX file/],
    [new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])], 'old.xls'), /Excel file of the old kind/],
    [new File(['PK\u0003\u0004 and nothing else'], 'broken.xlsx'), /could not be read as XLSX/],
  ] as const) {
    await userEvent.upload(input, file)
    await expect.element(screen.getByText(words)).toBeVisible()
  }

  const text = `First name\n${'Ana\n'.repeat(largestPart / 4)}`
  let received = ''
  hospital.answer(startImport, batch)
  hospital.answer(readImport, batch)
  hospital.answer(sendImportPart, ({ body }): ImportBatch => {
    const { content, isLast } = body as { content: string; isLast: boolean }
    received += atob(content)
    return isLast ? { ...batch, state: 'READING' } : batch
  })
  await userEvent.upload(input, new File([text], 'patients.csv'))
  await expect.element(screen.getByText('Reading the file')).toBeVisible()
  expect(hospital.sent(startImport)[0]?.body).toEqual({ kind: 'PATIENTS', fileName: 'patients.csv' })
  expect(hospital.sent(sendImportPart).map(({ body }) => (body as { part: number }).part)).toEqual([0, 1])
  expect(received).toBe(text)
})

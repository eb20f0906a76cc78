import { expect, type Page } from '@playwright/test'
import { call, unique } from '../people.ts'
import { openScreen } from './open.ts'
import { everywhere, onDesks, type Tour } from './tour.ts'

export const importTours: Tour[] = [
  { name: 'an import', by: 'admin', looks: everywhere, states: anImport },
  { name: 'the file of an import', by: 'admin', looks: onDesks, states: file },
]

/** An import whose file is read. */
async function readImport(page: Page, text: string): Promise<{ id: string }> {
  const batch = await call(page.request, 'POST', '/imports', {
    kind: 'PATIENTS',
    fileName: `${unique()}.csv`,
  })
  const content = Buffer.from(text).toString('base64')
  await call(page.request, 'POST', `/imports/${batch.id}/parts`, { part: 0, content, isLast: true })
  return batch
}

async function* anImport(page: Page) {
  const [one, other] = [unique(), unique()]
  const { id } = await readImport(
    page,
    `First name,Surname,DOB,Sex,Notes\nIvo,${one},03/04/1990,M,\nInes,${other},05/06/1985,9,Smoker\n,Nobody,01/02/1970,F,\n`,
  )
  await openScreen(page, `/imports/${id}`)
  const check = page.getByRole('button', { name: 'Check 3 Rows' })
  await check.click()
  await expect(page.getByRole('alert')).toContainText('comes first in “DOB”')
  yield 'columns with errors'
  await page.getByText('Day first: 3 Apr 1990').click()
  await expect(page.getByText('All changes are saved')).toBeVisible()
  await check.click()
  await expect(page.getByRole('table', { name: 'Rows: rejected' }).getByRole('row')).toHaveCount(3)
  yield 'rejected rows'
  await page.getByText('Possible duplicates').click()
  await expect(page.getByText('No row looks like')).toBeVisible()
  yield 'no rows'
  await page.getByRole('button', { name: 'Import 1 Patient' }).click()
  await expect(page.getByText('1 patient imported')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Rows: imported' }).getByRole('row')).toHaveCount(2)
  yield 'an import'
  await page.getByRole('button', { name: 'Undo This Import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click()
  await expect(page.getByText('This is another number')).toBeVisible()
  yield 'an undo with errors'
  await page.getByLabel('Type 1 to confirm').fill('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 patient removed')).toBeVisible()
  yield 'an import that was undone'
  await openScreen(page, '/imports')
  await expect(page.getByRole('table', { name: 'Imports, newest first' }).getByRole('row')).not.toHaveCount(0)
  yield 'the imports'
}

async function* file(page: Page) {
  await openScreen(page, '/imports/new')
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'patients.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(page.getByRole('alert')).toContainText('Choose a CSV or an XLSX file.')
  yield 'a file that can’t be imported'
}

import { largestImport } from '../../../../contract/people/imports/imports.ts'
import type { Sheet } from '../workbook/sheets.ts'

/** A file that can be sent: CSV as it was chosen, or the sheets of an XLSX file, one of which is sent. */
export type ReadFile = { kind: 'csv'; file: File } | { kind: 'workbook'; file: File; sheets: Sheet[] }

const megabytes = largestImport / 1024 / 1024
const tooLarge = `This file is larger than ${megabytes} MB. Split it, and import the parts one after another.`
const textFile = /\.(csv|tsv|txt)$/i

/**
 * Reads the chosen file, told by its first bytes: the name of a file can be wrong.
 * @throws with a sentence for the user
 */
export async function readFile(file: File, signal: AbortSignal): Promise<ReadFile> {
  if (file.size === 0) throw new Error('This file is empty.')
  if (file.size > largestImport) throw new Error(tooLarge)
  const first = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const isArchive = first[0] === 0x50 && first[1] === 0x4b
  const isOldOffice = first[0] === 0xd0 && first[1] === 0xcf
  if (isArchive || isOldOffice) {
    const { readWorkbook } = await import('../workbook/read-workbook.ts')
    return { kind: 'workbook', file, sheets: await readWorkbook(file, signal) }
  }
  if (!textFile.test(file.name)) throw new Error('Choose a CSV or an XLSX file.')
  return { kind: 'csv', file }
}

/** A sheet as it is sent. @throws with a sentence for the user */
export function csvOf({ csv }: Sheet): Blob {
  const content = new Blob([csv], { type: 'text/csv' })
  if (content.size > largestImport) throw new Error(tooLarge)
  return content
}

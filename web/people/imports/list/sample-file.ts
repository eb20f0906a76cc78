import type { ImportKind } from '../../../../contract/people/imports/imports.ts'
import { kindWords } from '../kind-words.ts'

/** A file of made-up records, as an import takes one. It begins with the mark by which Excel knows UTF-8. */
export const sampleFile = (kind: ImportKind) =>
  new Blob([`\ufeff${kindWords[kind].sample.join('\r\n')}\r\n`], { type: 'text/csv' })
export const sampleFileName = (kind: ImportKind) => `${kind.toLowerCase()}-sample.csv`

import { expect, test } from 'vitest'
import type { VisitNote } from '../../../contract/clinical/visit-notes.ts'
import { unfinishedWords } from './words.ts'

const note = (fields: Partial<VisitNote>) =>
  ({ authorId: 'bose', recordedBy: 'Ravi Bose', signedAt: null, struck: null, ...fields }) as VisitNote
const words = (notes: readonly VisitNote[], hasTyped = false) =>
  unfinishedWords(notes, { accountId: 'bose', hasTyped })

test('whoever completes a visit is told of a note that is not signed, and whose it is', () => {
  expect(words([note({})])).toBe('Your visit note is kept as a draft. Open Visit Note to sign it.')
  expect(words([note({ authorId: 'mehta', recordedBy: 'Anika Mehta' })])).toBe(
    'The visit note is kept as a draft by Dr Anika Mehta.',
  )
  expect(words([note({})], true)).toBe(
    'Your visit note has unsaved changes. Open Visit Note to save or sign it.',
  )
})

test('nothing is said of a note that is signed or struck through, or where there is none', () => {
  expect(words([])).toBeUndefined()
  expect(words([note({ signedAt: '2026-11-21T09:00:00.000Z' })])).toBeUndefined()
  expect(words([note({ struck: {} as VisitNote['struck'] })])).toBeUndefined()
})

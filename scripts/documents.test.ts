import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { faultsOf, rowsOf } from './documents.ts'

/** Rows of three cells: what could harm, what keeps it from doing so, and where that is shown. The last table has two. */
const controlled = rowsOf(readFileSync('docs/hazards.md', 'utf8')).filter(({ length }) => length === 3)

describe('docs/hazards.md', () => {
  test('holds what is controlled', () => {
    expect(controlled.length).toBeGreaterThan(60)
  })

  test.each(controlled)('%s: the story that shows it is there', (_hazard, _control, shownBy = '') => {
    expect(faultsOf(shownBy)).toEqual([])
  })
})

describe('a document that names what is not there', () => {
  test.each([
    ['a file', '`e2e/no-such`: a story', 'there is no e2e/no-such'],
    ['a title', '`e2e/vitals`: a visit to the moon', 'e2e/vitals has no ‘a visit to the moon’'],
    ['a second title', '`e2e/vitals`: a round of six beds; on the moon', 'e2e/vitals has no ‘on the moon’'],
    [
      'what is said in a file, and is no title',
      '`scripts/documents.test`: const controlled',
      'has no ‘const controlled’',
    ],
    ['a command', '`npm run luck`', 'there is no npm run luck'],
    ['nothing', '', ' is of no file'],
  ])('is found out: %s', (_what, cell, fault) => {
    expect(faultsOf(cell)).toEqual([expect.stringContaining(fault)])
  })

  test('rows are those of all tables, without their heads', () => {
    const markdown =
      '# A\n\n| a | b |\n| - | - |\n| one \\| two | three |\n\nfour\n\n| c |\n| --- |\n| five |\n'
    expect(rowsOf(markdown)).toEqual([['one \\| two', 'three'], ['five']])
  })
})

import { afterAll, expect, test } from 'vitest'
import { fold } from '../../../contract/fold.ts'
import { nameWords } from '../../../contract/search/people.ts'
import { startApp } from '../../testing/app.ts'

const app = await startApp()
afterAll(() => app.close())

// Only letters that both know, because one of the two may have a later version of Unicode.
test('screens and the database fold every letter alike', async () => {
  const letters = await app.asOwner<{ letter: string; folded: string }>(
    `select chr(n) as letter, fold(chr(n)) as folded from generate_series(1, 1114111) n
     -- Skips surrogates, which are not letters, and private-use characters, which include none.
     where n not between 55296 and 63743 and n < 983040 and unicode_assigned(chr(n))`,
  )
  const known = letters.filter(({ letter }) => /[\p{L}\p{M}\p{N}]/u.test(letter))
  expect(known.length).toBeGreaterThan(140_000)
  expect(known.filter(({ letter, folded }) => fold(letter) !== folded)).toEqual([])
})

test.each([
  ['Łukasz Żółć', 'lukasz zolc'],
  ['Søren Ærø', 'soren aro'],
  ['GROSSE Straße', 'grosse strasse'],
  ['ΟΔΥΣΣΕΎΣ', 'οδυσσευσ'],
  ['İstanbul Işık', 'istanbul isik'],
  ['ﬁ Ⅳ ①', 'fi iv 1'],
])('%s is searched as %s on both sides', async (name, folded) => {
  expect(fold(name)).toBe(folded)
  expect(await app.asOwner('select fold($1) as folded', [name])).toEqual([{ folded }])
})

test.each(['garcia lopez', 'smith-jones', "o'brien", 'o’hara', 'anne marie'])(
  'the words of %s are the same on both sides',
  async (name) => {
    expect(await app.asOwner('select name_words($1) as words', [name])).toEqual([{ words: nameWords(name) }])
  },
)

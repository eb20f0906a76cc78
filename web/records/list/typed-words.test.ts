import { expect, test } from 'vitest'
import { plainText, typedWords } from './typed-words.ts'

test('a name is found without its accents and capitals', () => {
  expect(plainText('José GARCÍA')).toBe('jose garcia')
})

test('words are searched one by one, in whatever order and however separated', () => {
  expect(typedWords(' García,  José ')).toEqual(['garcia', 'jose'])
  expect(typedWords('')).toEqual([])
  expect(typedWords(undefined)).toEqual([])
})

import { expect, test } from 'vitest'
import { typedWords } from './typed-words.ts'

test('words are searched one by one, in whatever order and however separated', () => {
  expect(typedWords(' García,  José ')).toEqual(['garcia', 'jose'])
  expect(typedWords('')).toEqual([])
  expect(typedWords(undefined)).toEqual([])
})

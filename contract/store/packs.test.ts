import { expect, test } from 'vitest'
import { inWholePacks, packWords } from './packs.ts'
import { suggestedReorder } from './stock.ts'

test('an order is suggested in whole packs, and in units where no pack size is known', () => {
  expect(suggestedReorder(5, 20, 0, 0, null)).toBe(35)
  expect(suggestedReorder(5, 20, 0, 0, 10)).toBe(40)
  expect(suggestedReorder(0, 20, 0, 0, 10)).toBe(40)
  expect(suggestedReorder(5, 20, 0, 0, 100)).toBe(100)
  expect(suggestedReorder(5, 20, 0, 0, 2.5)).toBe(35)
  expect(suggestedReorder(50, 20, 0, 0, 100)).toBe(0)
})

test('no more packs are suggested than can be ordered', () => {
  expect(inWholePacks(95, 100, 250)).toBe(100)
  expect(inWholePacks(240, 100, 250)).toBe(200)
  expect(inWholePacks(240, null, 200)).toBe(200)
  expect(inWholePacks(5, 100, 50)).toBe(0)
  // 0.3 / 0.1 is not 3 in the arithmetic of computers.
  expect(inWholePacks(0.3, 0.1, 50)).toBe(0.3)
})

test('a quantity is told in packs only where it is whole packs', () => {
  expect(packWords(300, 100)).toBe('3 packs of 100')
  expect(packWords(1, 1)).toBe('1 pack of 1')
  expect(packWords(12_500, 2.5)).toBe('5,000 packs of 2.5')
  expect(packWords(0.3, 0.1)).toBe('3 packs of 0.1')
  expect(packWords(250, 100)).toBeUndefined()
  expect(packWords(0, 100)).toBeUndefined()
  expect(packWords(300, null)).toBeUndefined()
})

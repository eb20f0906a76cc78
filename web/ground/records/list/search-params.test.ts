import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageNumber, searchText, sortParams } from './search-params.ts'

const Address = z.object({ search: searchText, ...sortParams(['name', 'cost']), page: pageNumber })

test('an address says what is searched, how it is sorted, and which page is shown', () => {
  expect(Address.parse({ search: 'gauze', sort: 'cost', direction: 'desc', page: 3 })).toEqual({
    search: 'gauze',
    sort: 'cost',
    direction: 'desc',
    page: 3,
  })
})

test('a number or a word that the router took for a value is searched by its letters', () => {
  expect(Address.parse({ search: 1043 }).search).toBe('1043')
  expect(Address.parse({ search: true }).search).toBe('true')
})

test('spaces around what is searched count for nothing, and no search is longer than the server takes', () => {
  expect(Address.parse({ search: '  gauze ' }).search).toBe('gauze')
  expect(Address.parse({ search: '   ' }).search).toBeUndefined()
  expect(Address.parse({ search: 'a'.repeat(500) }).search).toHaveLength(100)
})

test('no half of a character is searched, whether it was cut or came so', () => {
  expect(Address.parse({ search: `${'a'.repeat(99)}👩` }).search).toBe('a'.repeat(99))
  expect(Address.parse({ search: 'gauze\ud800' }).search).toBe('gauze')
})

test('what no list can show is not said', () => {
  const nothing = { search: undefined, sort: undefined, direction: undefined, page: undefined }
  expect(Address.parse({ search: ['a'], sort: 'colour', direction: 'up', page: 0 })).toEqual(nothing)
  expect(Address.parse({ page: 1.5 })).toEqual({})
  expect(Address.parse({ page: 'two' })).toEqual({})
})

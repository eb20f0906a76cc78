import { expect, test } from 'vitest'
import { filterOf, lastList, PatientListSearch, rememberList, sortOf } from './list-search.ts'

const at = (address: Record<string, unknown>) => PatientListSearch.parse(address)

test('patients are shown by last name, and of a search in the server’s own order, unless the address says another', () => {
  expect(sortOf(at({}))).toEqual({ key: 'lastName', direction: 'asc' })
  expect(sortOf(at({ search: 'rao' }))).toEqual({ key: undefined, direction: 'asc' })
  expect(sortOf(at({ search: 'rao', sort: 'mrn', direction: 'desc' }))).toEqual({
    key: 'mrn',
    direction: 'desc',
  })
  expect(filterOf(at({ sort: 'mrn', direction: 'desc' }))).toEqual({ sort: 'mrn', direction: 'desc' })
  expect(filterOf(at({ direction: 'desc' }))).toEqual({})
})

test('gender and day of registration are asked for, and what is no such thing is not', () => {
  const filter = { search: 'rao', gender: 'OTHER', registeredSince: '2026-11-01' }
  expect(filterOf(at(filter))).toEqual(filter)
  expect(filterOf(at({ gender: 'ALL', registeredSince: '2026-13-01' }))).toEqual({})
})

test('whoever goes back to the list finds it as it was, and nobody else does', () => {
  const search = at({ search: 'rao', page: 2 })
  rememberList('okafor', search)
  expect(lastList('okafor')).toEqual(search)
  expect(lastList('mehta')).toEqual({})
})

import { expect, test } from 'vitest'
import { filterOf, ItemListSearch } from './list-search.ts'

const asked = (address: Record<string, unknown>) => filterOf(ItemListSearch.parse(address))

test('the store is shown by name, unless the address says another order', () => {
  expect(asked({})).toEqual({ sort: 'name', direction: 'asc' })
  expect(asked({ sort: 'cost' })).toEqual({ sort: 'cost', direction: 'asc' })
  expect(asked({ sort: 'cost', direction: 'desc' })).toEqual({ sort: 'cost', direction: 'desc' })
})

test('what is searched, the category and what is low are asked for together, and what is no such thing is not', () => {
  expect(asked({ search: 'gauze', category: 'equipment', lowStock: true })).toMatchObject({
    search: 'gauze',
    category: 'EQUIPMENT',
    lowStock: 'true',
  })
  expect(asked({ category: 'food', lowStock: false })).toEqual({ sort: 'name', direction: 'asc' })
})

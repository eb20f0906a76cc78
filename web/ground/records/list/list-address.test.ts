import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useListAddress } from './list-address.ts'

interface Address {
  search?: string | undefined
  gender?: string | undefined
  sort?: string | undefined
  page?: number | undefined
}

/** A list at this address, and what became of the address: each step, and whether Back leads to the one before. */
function listAt(address: Address) {
  const steps: { address: Address; isNew: boolean; fromTop: boolean }[] = []
  const navigate: Parameters<typeof useListAddress<Address>>[1] = ({ search, replace, resetScroll }) => {
    steps.push({ address: search(address), isNew: !replace, fromTop: resetScroll === true })
    return Promise.resolve()
  }
  let list: ReturnType<typeof useListAddress<Address>> | undefined
  function List() {
    list = useListAddress(address, navigate, ['search', 'gender'])
    return null
  }
  renderToStaticMarkup(createElement(List))
  if (!list) throw new Error('nothing was drawn')
  return { list, steps }
}

test('another filter or order begins at its first page, and keeps what else the address says', () => {
  const { list, steps } = listAt({ search: 'rao', gender: 'MALE', page: 3 })
  list.show({ gender: 'OTHER' })
  list.show({ sort: 'mrn' })
  expect(steps).toEqual([
    { address: { search: 'rao', gender: 'OTHER', page: undefined }, isNew: true, fromTop: false },
    { address: { search: 'rao', gender: 'MALE', sort: 'mrn', page: undefined }, isNew: true, fromTop: false },
  ])
})

test('another page is read from the top, and keeps filters and order', () => {
  const { list, steps } = listAt({ search: 'rao', sort: 'mrn', page: 2 })
  list.show({ page: 3 })
  expect(steps).toEqual([{ address: { search: 'rao', sort: 'mrn', page: 3 }, isNew: true, fromTop: true }])
})

test('what is typed into the search box takes the place of the address before, and an empty box says nothing', () => {
  const { list, steps } = listAt({ search: 'rao', page: 2 })
  expect(list.searchBox.value).toBe('rao')
  list.searchBox.onChange('rao b')
  list.searchBox.onChange('')
  expect(steps).toEqual([
    { address: { search: 'rao b', page: undefined }, isNew: false, fromTop: false },
    { address: { search: undefined, page: undefined }, isNew: false, fromTop: false },
  ])
  expect(listAt({}).list.searchBox.value).toBe('')
})

test('filters are cleared all at once, and the order stays', () => {
  const { list, steps } = listAt({ search: 'rao', gender: 'MALE', sort: 'mrn', page: 2 })
  expect(list.isFiltered).toBe(true)
  list.clearFilters()
  expect(steps.map(({ address }) => address)).toEqual([
    { search: undefined, gender: undefined, sort: 'mrn', page: undefined },
  ])
  expect(listAt({ sort: 'mrn', page: 2 }).list.isFiltered).toBe(false)
})

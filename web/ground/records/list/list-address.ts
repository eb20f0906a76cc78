import { useCallback } from 'react'

/** The parameters of every list's address. */
interface ListParams {
  search?: string | undefined
  page?: number | undefined
}

/** A route's own `useNavigate()`, as far as a list goes: to another state of itself. */
type ShowAddress<Search> = (to: {
  search: (kept: Search) => Search
  replace?: boolean
  resetScroll?: boolean
}) => Promise<void>

/** How many of an address's filters are set besides the search; the first and the last day are one. */
export function countFilters<Search extends object>(
  search: Search,
  filters: readonly (keyof Search)[],
): number {
  const set = filters.filter((name) => name !== 'search' && search[name] !== undefined)
  return new Set(set.map((name) => (name === 'to' ? 'from' : name))).size
}

/**
 * A list whose address says what it shows: `useListAddress(route.useSearch(), route.useNavigate(), ['search', 'gender'])`.
 * `filters` are the parameters that leave rows out.
 */
export function useListAddress<Search extends ListParams>(
  search: Search,
  navigate: ShowAddress<NoInfer<Search>>,
  filters: readonly (keyof Search)[],
) {
  /** Another filter or order starts at its first page; only another page is read from the top. */
  const go = useCallback(
    (change: Partial<Search> | ListParams, { replace = false } = {}) =>
      void navigate({
        search: (kept) => ({ ...kept, page: undefined, ...change }),
        replace,
        resetScroll: 'page' in change,
      }),
    [navigate],
  )

  const show: (change: Partial<Search>, how?: { replace: boolean }) => void = go

  return {
    search,
    show,
    isFiltered: filters.some((name) => search[name] !== undefined),
    activeFilters: countFilters(search, filters),
    clearFilters() {
      const cleared: Partial<Search> = {}
      for (const name of filters) cleared[name] = undefined
      show(cleared)
    },
    /** The props of a SearchField. Typing replaces the address instead of adding to the history at every pause. */
    searchBox: {
      value: search.search ?? '',
      onChange(text: string) {
        go({ search: text || undefined }, { replace: true })
      },
    },
  }
}

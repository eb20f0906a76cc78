import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'
import { filterOf, ItemListSearch, itemsPerPage } from '../../store/items/list-search.ts'

export const itemListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory',
  validateSearch: ItemListSearch,
  staticData: { title: 'Inventory' },
  beforeLoad: requirePermission('inventory.view'),
  loaderDeps: ({ search: { lists: _lists, move: _move, item: _item, ...shown } }) => shown,
  // Store keepers' queries stay out of the code that everybody loads first.
  loader: async ({ context, deps }) => {
    const { inventorySummaryQuery, itemListQuery } = await import('../../store/items/queries.ts')
    void context.queryClient.prefetchQuery(inventorySummaryQuery)
    void context.queryClient.prefetchQuery(
      itemListQuery({ ...filterOf(deps), page: deps.page ?? 1, limit: itemsPerPage }),
    )
  },
  component: lazyRouteComponent(() => import('./StoreScreen.tsx'), 'StoreScreen'),
})

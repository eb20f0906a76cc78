import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { filterOf, ItemListSearch, itemsPerPage } from '../../inventory/list-search.ts'
import { requirePermission } from '../../session/guards.ts'
import { shellRoute } from '../../shell/shell-route.tsx'

export const itemListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory',
  validateSearch: ItemListSearch,
  staticData: { title: 'Inventory' },
  beforeLoad: requirePermission('inventory.view'),
  loaderDeps: ({ search: { lists: _lists, move: _move, item: _item, ...shown } }) => shown,
  // Store keepers' queries stay out of the code that everybody loads first.
  loader: async ({ context, deps }) => {
    const { inventorySummaryQuery, itemListQuery } = await import('../../inventory/queries.ts')
    void context.queryClient.prefetchQuery(inventorySummaryQuery)
    void context.queryClient.prefetchQuery(
      itemListQuery({ ...filterOf(deps), page: deps.page ?? 1, limit: itemsPerPage }),
    )
  },
  component: lazyRouteComponent(() => import('./InventoryScreen.tsx'), 'InventoryScreen'),
})

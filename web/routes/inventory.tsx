import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import {
  AvailabilitySearch,
  filterOf,
  ItemListSearch,
  ItemSearch,
  itemsPerPage,
} from '../inventory/list-search.ts'
import {
  batchesQuery,
  inventorySummaryQuery,
  itemListQuery,
  itemQuery,
  stockHistoryQuery,
} from '../inventory/queries.ts'
import { requirePermission } from '../session/guards.ts'
import { shellRoute } from './shell.tsx'

const itemListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory',
  validateSearch: ItemListSearch,
  staticData: { title: 'Inventory' },
  beforeLoad: requirePermission('inventory.view'),
  loaderDeps: ({ search: { lists: _lists, move: _move, item: _item, ...shown } }) => shown,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(inventorySummaryQuery)
    void context.queryClient.prefetchQuery(
      itemListQuery({ ...filterOf(deps), page: deps.page ?? 1, limit: itemsPerPage }),
    )
  },
  component: lazyRouteComponent(() => import('./InventoryScreen.tsx'), 'InventoryScreen'),
})

const newItemRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory/new',
  staticData: { title: 'Add Item' },
  beforeLoad: requirePermission('inventory.change'),
  component: lazyRouteComponent(() => import('../inventory/items/NewItem.tsx'), 'NewItem'),
})

const itemRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory/$id',
  validateSearch: ItemSearch,
  staticData: { title: 'Item' },
  beforeLoad: requirePermission('inventory.view'),
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery(params.id))
    void context.queryClient.prefetchQuery(batchesQuery(params.id))
    void context.queryClient.prefetchQuery(stockHistoryQuery(params.id, 90))
  },
  component: lazyRouteComponent(() => import('../inventory/items/ItemDetail.tsx'), 'ItemDetail'),
})

const editItemRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory/$id/edit',
  staticData: { title: 'Edit Item' },
  beforeLoad: requirePermission('inventory.change'),
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(itemQuery(params.id))
  },
  component: lazyRouteComponent(() => import('../inventory/items/EditItem.tsx'), 'EditItem'),
})

const availabilityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/availability',
  validateSearch: AvailabilitySearch,
  staticData: { title: 'Availability' },
  beforeLoad: requirePermission('inventory.availability'),
  component: lazyRouteComponent(() => import('../inventory/stock/Availability.tsx'), 'Availability'),
})

export const inventoryRoutes = [
  itemListRoute,
  newItemRoute,
  itemRoute,
  editItemRoute,
  availabilityRoute,
] as const

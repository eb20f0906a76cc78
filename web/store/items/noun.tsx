import { IconPackage, IconPackageExport } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { NavigationEntry } from '../../ground/shell/navigation-entry.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission, requireRecord } from '../../ground/sign-in/guards.ts'
import { AvailabilitySearch, ItemSearch, MovementListSearch } from './list-search.ts'

const queries = () => import('./queries.ts')

const newItemRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory/new',
  staticData: { title: 'Add Item' },
  beforeLoad: requirePermission('inventory.change'),
  component: lazyRouteComponent(() => import('./catalogue/NewItem.tsx'), 'NewItem'),
})

const movementsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory/movements',
  validateSearch: MovementListSearch,
  staticData: { title: 'Stock Movements' },
  beforeLoad: requirePermission('inventory.view'),
  component: lazyRouteComponent(() => import('./ledger/MovementList.tsx'), 'MovementList'),
})

const itemRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory/$id',
  validateSearch: ItemSearch,
  staticData: { title: 'Item' },
  beforeLoad: requireRecord('inventory.view'),
  // Store keepers' queries stay out of the code that everybody loads first.
  loader: async ({ context, params }) => {
    const { batchesQuery, itemQuery, stockHistoryQuery } = await queries()
    void context.queryClient.prefetchQuery(itemQuery(params.id))
    void context.queryClient.prefetchQuery(batchesQuery(params.id))
    void context.queryClient.prefetchQuery(stockHistoryQuery(params.id, 90))
  },
  component: lazyRouteComponent(() => import('./catalogue/ItemDetail.tsx'), 'ItemDetail'),
})

const editItemRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory/$id/edit',
  staticData: { title: 'Edit Item' },
  beforeLoad: requireRecord('inventory.change'),
  loader: async ({ context, params }) => {
    const { itemQuery } = await queries()
    void context.queryClient.prefetchQuery(itemQuery(params.id))
  },
  component: lazyRouteComponent(() => import('./catalogue/EditItem.tsx'), 'EditItem'),
})

const availabilityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/availability',
  validateSearch: AvailabilitySearch,
  staticData: { title: 'Stock Availability' },
  beforeLoad: requirePermission('inventory.availability'),
  component: lazyRouteComponent(() => import('./stock/Availability.tsx'), 'Availability'),
})

const navigation: NavigationEntry[] = [
  {
    to: '/inventory',
    label: 'Inventory',
    icon: IconPackage,
    permission: 'inventory.view',
    holds: '/purchase-orders',
  },
  {
    to: '/availability',
    label: 'Stock Availability',
    icon: IconPackageExport,
    permission: 'inventory.availability',
    unless: 'inventory.view',
  },
]

/** The list has the ways to purchase orders, suppliers and storage locations around it: routes/inventory/. */
export const inventory = {
  routes: [newItemRoute, movementsRoute, itemRoute, editItemRoute, availabilityRoute],
  navigation,
}

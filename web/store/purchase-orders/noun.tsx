import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { NavigationEntry } from '../../ground/shell/navigation-entry.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission, requireRecord } from '../../ground/sign-in/guards.ts'
import { OrderListSearch, OrderSearch, ordersPerPage } from './list-search.ts'

const queries = () => import('./queries.ts')

const orderListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/purchase-orders',
  validateSearch: OrderListSearch,
  staticData: { title: 'Purchase Orders' },
  beforeLoad: requirePermission('inventory.view'),
  loaderDeps: ({ search }) => search,
  // Store keepers' queries stay out of the code that everybody loads first.
  loader: async ({ context, deps: { status, page = 1 } }) => {
    const { orderListQuery } = await queries()
    void context.queryClient.prefetchQuery(orderListQuery({ status, page, limit: ordersPerPage }))
  },
  component: lazyRouteComponent(() => import('./OrderList.tsx'), 'OrderList'),
})

const newOrderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/purchase-orders/new',
  staticData: { title: 'New Order' },
  beforeLoad: requirePermission('inventory.change'),
  component: lazyRouteComponent(() => import('./NewOrder.tsx'), 'NewOrder'),
})

const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/purchase-orders/$id',
  validateSearch: OrderSearch,
  staticData: { title: 'Purchase order' },
  beforeLoad: requireRecord('inventory.view'),
  loader: async ({ context, params }) => {
    const { orderQuery } = await queries()
    void context.queryClient.prefetchQuery(orderQuery(params.id))
  },
  component: lazyRouteComponent(() => import('./OrderDetail.tsx'), 'OrderDetail'),
})

/** They have no link of their own in the sidebar: they are reached from the inventory. */
const navigation: NavigationEntry[] = []

export const purchaseOrders = { routes: [orderListRoute, newOrderRoute, orderRoute], navigation }

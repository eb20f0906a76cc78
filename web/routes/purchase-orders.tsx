import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { OrderListSearch, OrderSearch, ordersPerPage } from '../purchase-orders/list-search.ts'
import { orderListQuery, orderQuery } from '../purchase-orders/queries.ts'
import { requirePermission } from '../session/guards.ts'
import { shellRoute } from './shell.tsx'

const orderListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/purchase-orders',
  validateSearch: OrderListSearch,
  staticData: { title: 'Purchase Orders' },
  beforeLoad: requirePermission('inventory.view'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { status, page = 1 } }) => {
    void context.queryClient.prefetchQuery(orderListQuery({ status, page, limit: ordersPerPage }))
  },
  component: lazyRouteComponent(() => import('../purchase-orders/OrderList.tsx'), 'OrderList'),
})

const newOrderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/purchase-orders/new',
  staticData: { title: 'New Order' },
  beforeLoad: requirePermission('inventory.change'),
  component: lazyRouteComponent(() => import('../purchase-orders/NewOrder.tsx'), 'NewOrder'),
})

const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/purchase-orders/$id',
  validateSearch: OrderSearch,
  staticData: { title: 'Purchase order' },
  beforeLoad: requirePermission('inventory.view'),
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(orderQuery(params.id))
  },
  component: lazyRouteComponent(() => import('../purchase-orders/OrderDetail.tsx'), 'OrderDetail'),
})

export const purchaseOrderRoutes = [orderListRoute, newOrderRoute, orderRoute] as const

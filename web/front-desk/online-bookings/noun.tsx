import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'
import type { OnlineBookingsSearch } from './bookings-search.ts'

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/online-bookings',
  // The screen reads it, because every screen loads what stands here.
  validateSearch: (search: OnlineBookingsSearch & SearchSchemaInput) => search as OnlineBookingsSearch,
  staticData: { title: 'Online Bookings' },
  beforeLoad: requirePermission('appointment.book'),
  component: lazyRouteComponent(() => import('./OnlineBookings.tsx'), 'OnlineBookings'),
})

/** The appointments and the wait list lead here; the sidebar doesn't. */
export const onlineBookings = { routes: [listRoute], navigation: [] }

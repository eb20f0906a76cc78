import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'
import type { OnlineBookingsSearch } from '../online-bookings/public.ts'
import type { WaitListSearch } from './wait-search.ts'

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/wait-list',
  // Every screen loads this file, so the screen itself parses its search.
  validateSearch: (search: WaitListSearch & SearchSchemaInput) => search as WaitListSearch,
  staticData: { title: 'Wait List' },
  beforeLoad: requirePermission('appointment.view'),
  component: lazyRouteComponent(() => import('./WaitList.tsx'), 'WaitList'),
})

// It is in one file with the wait list: each further file that is loaded late adds to the start of the screens.
const onlineBookingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/online-bookings',
  validateSearch: (search: OnlineBookingsSearch & SearchSchemaInput) => search as OnlineBookingsSearch,
  staticData: { title: 'Online Bookings' },
  beforeLoad: requirePermission('appointment.book'),
  component: lazyRouteComponent(() => import('./WaitList.tsx'), 'OnlineBookings'),
})

/** The calendar and the appointments lead here; the sidebar doesn't. */
export const waitList = { routes: [listRoute, onlineBookingsRoute], navigation: [] }

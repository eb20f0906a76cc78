import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'
import type { WaitListSearch } from './wait-search.ts'

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/wait-list',
  // The screen reads it, because every screen loads what stands here.
  validateSearch: (search: WaitListSearch & SearchSchemaInput) => search as WaitListSearch,
  staticData: { title: 'Wait List' },
  beforeLoad: requirePermission('appointment.view'),
  component: lazyRouteComponent(() => import('./WaitList.tsx'), 'WaitList'),
})

/** The calendar leads here; the sidebar doesn't. */
export const waitList = { routes: [listRoute], navigation: [] }

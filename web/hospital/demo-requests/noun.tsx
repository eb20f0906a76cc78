import { IconPresentation } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requirePermission } from '../session/guards.ts'
import type { NavigationEntry } from '../shell/navigation-entry.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { DemoRequestSearch } from './list-search.ts'

const demoRequestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/demo-requests',
  validateSearch: DemoRequestSearch,
  staticData: { title: 'Demo Requests' },
  beforeLoad: requirePermission('demoRequest.manage'),
  component: lazyRouteComponent(() => import('./DemoRequestList.tsx'), 'DemoRequestList'),
})

const navigation: NavigationEntry[] = [
  { to: '/demo-requests', label: 'Demo Requests', icon: IconPresentation, permission: 'demoRequest.manage' },
]

export const demoRequests = { routes: [demoRequestsRoute], navigation }

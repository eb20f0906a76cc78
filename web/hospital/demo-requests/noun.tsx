import { IconPresentation } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { NavigationEntry } from '../../ground/shell/navigation-entry.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'
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

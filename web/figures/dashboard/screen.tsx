import { IconLayoutDashboard } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requirePermission } from '../../session/guards.ts'
import type { NavigationEntry } from '../../shell/navigation-entry.ts'
import { shellRoute } from '../../shell/shell-route.tsx'

export const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard',
  staticData: { title: 'Dashboard' },
  beforeLoad: requirePermission('dashboard.view'),
  component: lazyRouteComponent(() => import('./Dashboard.tsx'), 'Dashboard'),
})

export const dashboardEntry: NavigationEntry = {
  to: '/dashboard',
  label: 'Dashboard',
  icon: IconLayoutDashboard,
  permission: 'dashboard.view',
}

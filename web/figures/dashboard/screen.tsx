import { IconLayoutDashboard } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { NavigationEntry } from '../../ground/shell/navigation-entry.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'

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

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requirePermission } from '../session/guards.ts'
import { shellRoute } from './shell.tsx'

export const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard',
  staticData: { title: 'Dashboard' },
  beforeLoad: requirePermission('dashboard.view'),
  component: lazyRouteComponent(() => import('../dashboard/Dashboard.tsx'), 'Dashboard'),
})

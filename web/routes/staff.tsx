import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requirePermission } from '../session/guards.ts'
import { shellRoute } from './shell.tsx'

export const staffRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/staff',
  staticData: { title: 'Staff' },
  beforeLoad: requirePermission('staff.manage'),
  component: lazyRouteComponent(() => import('../staff/StaffList.tsx'), 'StaffList'),
})

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'

const rolesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/staff/roles',
  staticData: { title: 'Roles' },
  beforeLoad: requirePermission('staff.manage'),
  component: lazyRouteComponent(() => import('./RoleList.tsx'), 'RoleList'),
})

export const roles = { routes: [rolesRoute], navigation: [] }

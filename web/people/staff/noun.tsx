import { IconUserShield } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { NavigationEntry } from '../../ground/shell/navigation-entry.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'
import { StaffSearch } from './staff-search.ts'

const staffRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/staff',
  validateSearch: StaffSearch,
  staticData: { title: 'Staff' },
  beforeLoad: requirePermission('staff.manage'),
  component: lazyRouteComponent(() => import('./StaffList.tsx'), 'StaffList'),
})

const navigation: NavigationEntry[] = [
  { to: '/staff', label: 'Staff', icon: IconUserShield, permission: 'staff.manage' },
]

export const staff = { routes: [staffRoute], navigation }

import { IconListNumbers } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { NavigationEntry } from '../../ground/shell/navigation-entry.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'
import { WaitListSearch } from './wait-search.ts'

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/wait-list',
  validateSearch: WaitListSearch,
  staticData: { title: 'Wait List' },
  beforeLoad: requirePermission('appointment.view'),
  component: lazyRouteComponent(() => import('./WaitList.tsx'), 'WaitList'),
})

const navigation: NavigationEntry[] = [
  {
    to: '/wait-list',
    label: 'Wait List',
    icon: IconListNumbers,
    permission: 'appointment.view',
    needsHours: true,
  },
]

export const waitList = { routes: [listRoute], navigation }

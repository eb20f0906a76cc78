import { IconCalendar } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { NavigationEntry } from '../../ground/shell/navigation-entry.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'
import { CalendarSearch, WeekSearch } from './calendar-search.ts'

const dayRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar',
  validateSearch: CalendarSearch,
  staticData: { title: 'Calendar' },
  beforeLoad: requirePermission('appointment.view'),
  component: lazyRouteComponent(() => import('./CalendarOfDay.tsx'), 'CalendarOfDay'),
})

const weekRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar/doctors/$id',
  validateSearch: WeekSearch,
  staticData: { title: 'Calendar' },
  beforeLoad: requirePermission('appointment.view'),
  component: lazyRouteComponent(() => import('./DoctorWeek.tsx'), 'DoctorWeek'),
})

const navigation: NavigationEntry[] = [
  { to: '/calendar', label: 'Calendar', icon: IconCalendar, permission: 'appointment.view' },
]

export const calendar = { routes: [dayRoute, weekRoute], navigation }

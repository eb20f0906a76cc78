import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'
import { SchedulesSearch } from './schedules-search.ts'

const schedulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/schedules',
  validateSearch: SchedulesSearch,
  staticData: { title: 'Doctors’ Hours' },
  beforeLoad: requirePermission('appointment.view'),
  component: lazyRouteComponent(() => import('./Schedules.tsx'), 'Schedules'),
})

/** The calendar leads here; the sidebar doesn't. */
export const schedules = { routes: [schedulesRoute], navigation: [] }

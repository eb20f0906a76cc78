import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'
import { WeeklyReportSearch } from './search.ts'

export const weeklyReportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/weekly-report',
  validateSearch: WeeklyReportSearch,
  staticData: { title: 'Weekly Report' },
  beforeLoad: requirePermission('appointment.view'),
  component: lazyRouteComponent(() => import('./WeeklyReport.tsx'), 'WeeklyReport'),
})

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requirePermission } from '../../session/guards.ts'
import { shellRoute } from '../../shell/shell-route.tsx'
import { WeeklyReportSearch } from './search.ts'

export const weeklyReportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/weekly-report',
  validateSearch: WeeklyReportSearch,
  staticData: { title: 'Weekly Report' },
  beforeLoad: requirePermission('appointment.view'),
  component: lazyRouteComponent(() => import('./WeeklyReport.tsx'), 'WeeklyReport'),
})

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requirePermission } from '../../session/guards.ts'
import { shellRoute } from '../../shell/shell-route.tsx'
import { AnalyticsSearch } from './search.ts'

export const analyticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics',
  validateSearch: AnalyticsSearch,
  staticData: { title: 'Analytics' },
  beforeLoad: requirePermission('dashboard.view'),
  component: lazyRouteComponent(() => import('./Analytics.tsx'), 'Analytics'),
})

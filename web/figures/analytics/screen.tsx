import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'
import { AnalyticsSearch } from './search.ts'

export const analyticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics',
  validateSearch: AnalyticsSearch,
  staticData: { title: 'Analytics' },
  beforeLoad: requirePermission('dashboard.view'),
  component: lazyRouteComponent(() => import('./Analytics.tsx'), 'Analytics'),
})

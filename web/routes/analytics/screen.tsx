import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { requirePermission } from '../../session/guards.ts'
import { shellRoute } from '../../shell/shell-route.tsx'

/** The last so many days, or those from one to another. */
const AnalyticsSearch = z.object({
  days: z.literal([7, 30, 90, 365]).optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
})
export type AnalyticsSearch = z.output<typeof AnalyticsSearch>

export const analyticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analytics',
  validateSearch: AnalyticsSearch,
  staticData: { title: 'Analytics' },
  beforeLoad: requirePermission('appointment.view'),
  component: lazyRouteComponent(() => import('./Analytics.tsx'), 'Analytics'),
})

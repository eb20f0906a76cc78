import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messages',
  staticData: { title: 'Messages Not Sent' },
  beforeLoad: requirePermission('appointment.reschedule'),
  component: lazyRouteComponent(() => import('./FailedMessages.tsx'), 'FailedMessages'),
})

/** The list of appointments leads here; the sidebar doesn't. */
export const messages = { routes: [listRoute], navigation: [] }

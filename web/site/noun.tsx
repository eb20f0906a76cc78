import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requirePermission } from '../session/guards.ts'
import { shellRoute } from '../shell/shell-route.tsx'

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/hospital',
  staticData: { title: 'Hospital Settings' },
  beforeLoad: requirePermission('staff.manage'),
  component: lazyRouteComponent(() => import('./SettingsPage.tsx'), 'SettingsPage'),
})

export const site = { routes: [settingsRoute], navigation: [] }

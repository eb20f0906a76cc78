import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requirePermission } from '../../session/guards.ts'
import { shellRoute } from '../../shell/shell-route.tsx'

/** The frame stays while its tabs change, so that keyboard users keep the focus on the tabs. */
const frameRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  staticData: { title: 'Settings' },
  component: lazyRouteComponent(() => import('./SettingsFrame.tsx'), 'SettingsFrame'),
})

const ownRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../../account/OwnSettings.tsx'), 'OwnSettings'),
})

const hospitalRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/hospital',
  staticData: { title: 'Hospital Settings' },
  beforeLoad: requirePermission('staff.manage'),
  component: lazyRouteComponent(() => import('../../site/SettingsPage.tsx'), 'SettingsPage'),
})

export const settingsRoute = frameRoute.addChildren([ownRoute, hospitalRoute])

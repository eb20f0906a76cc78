import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'

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
  component: lazyRouteComponent(() => import('../../people/account/OwnSettings.tsx'), 'OwnSettings'),
})

const hospitalRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/hospital',
  staticData: { title: 'Hospital Settings' },
  beforeLoad: requirePermission('staff.manage'),
  component: lazyRouteComponent(() => import('../../hospital/settings/SettingsPage.tsx'), 'SettingsPage'),
})

export const settingsRoute = frameRoute.addChildren([ownRoute, hospitalRoute])

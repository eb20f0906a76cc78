import { IconSettings } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requirePermission } from '../session/guards.ts'
import type { NavigationEntry } from '../shell/navigation-entry.ts'
import { shellRoute } from '../shell/shell-route.tsx'

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  staticData: { title: 'Settings' },
  beforeLoad: requirePermission('staff.manage'),
  component: lazyRouteComponent(() => import('./SettingsPage.tsx'), 'SettingsPage'),
})

const navigation: NavigationEntry[] = [
  { to: '/settings', label: 'Settings', icon: IconSettings, permission: 'staff.manage' },
]

export const site = { routes: [settingsRoute], navigation }

import { IconSettings } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { NavigationEntry } from '../shell/navigation-entry.ts'
import { shellRoute } from '../shell/shell-route.tsx'

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  staticData: { title: 'Settings' },
  component: lazyRouteComponent(() => import('./OwnSettings.tsx'), 'OwnSettings'),
})

const navigation: NavigationEntry[] = [
  { to: '/settings', label: 'Settings', icon: IconSettings, permission: 'dashboard.view' },
]

export const account = { routes: [settingsRoute], navigation }

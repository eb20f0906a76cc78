import { IconSettings } from '@tabler/icons-react'
import type { NavigationEntry } from '../../ground/shell/navigation-entry.ts'

const navigation: NavigationEntry[] = [
  { to: '/settings', label: 'Settings', icon: IconSettings, permission: 'dashboard.view' },
]

export const account = { routes: [], navigation }

import { IconMedicineSyrup } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { searchText } from '../../ground/records/list/search-params.ts'
import type { NavigationEntry } from '../../ground/shell/navigation-entry.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'

const formularyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/formulary',
  validateSearch: z.object({ search: searchText }),
  staticData: { title: 'Formulary' },
  beforeLoad: requirePermission('clinical.view'),
  component: lazyRouteComponent(() => import('./FormularyList.tsx'), 'FormularyList'),
})

const navigation: NavigationEntry[] = [
  { to: '/formulary', label: 'Formulary', icon: IconMedicineSyrup, permission: 'clinical.view' },
]

export const formulary = { routes: [formularyRoute], navigation }

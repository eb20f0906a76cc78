import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { NavigationEntry } from '../../ground/shell/navigation-entry.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission, requireRecord } from '../../ground/sign-in/guards.ts'
import { ImportListSearch, ImportSearch, NewImportSearch } from './list-search.ts'

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports',
  validateSearch: ImportListSearch,
  staticData: { title: 'Imports' },
  beforeLoad: requirePermission('import.manage'),
  component: lazyRouteComponent(() => import('./list/ImportList.tsx'), 'ImportList'),
})

const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports/new',
  validateSearch: NewImportSearch,
  staticData: { title: 'New Import' },
  beforeLoad: requirePermission('import.manage'),
  component: lazyRouteComponent(() => import('./file/NewImport.tsx'), 'NewImport'),
})

const importRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports/$id',
  validateSearch: ImportSearch,
  staticData: { title: 'Import' },
  beforeLoad: requireRecord('import.manage'),
  component: lazyRouteComponent(() => import('./ImportPage.tsx'), 'ImportPage'),
})

/** They have no link of their own in the sidebar: a hospital moves in once. The settings and the set-up lead to them. */
const navigation: NavigationEntry[] = []

export const imports = { routes: [listRoute, newRoute, importRoute], navigation }

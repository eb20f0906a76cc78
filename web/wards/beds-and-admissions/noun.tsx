import { IconBed, IconBedFlat } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { NavigationEntry } from '../../ground/shell/navigation-entry.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'
import { BedsSearch } from './board/beds-search.ts'
import { AdmissionListSearch } from './list/list-search.ts'

const bedsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/beds',
  validateSearch: BedsSearch,
  staticData: { title: 'Bed Management' },
  beforeLoad: requirePermission('bed.view'),
  loaderDeps: ({ search }) => ({ isPast: search.at !== undefined, unit: search.unit }),
  // Read while the screen's code loads; never for a mere hover, because every read of patients is on record.
  loader: ({ cause, context, deps }) => {
    if (cause !== 'enter' || deps.isPast) return
    // Loaded here, so that no other screen loads the beds' queries.
    void import('./queries.ts').then(
      ({ bedsQuery, unitBedsQuery }) =>
        deps.unit
          ? context.queryClient.prefetchQuery(unitBedsQuery(deps.unit))
          : context.queryClient.prefetchQuery(bedsQuery),
      // The screen needs them too, and says that they could not be loaded.
      () => {},
    )
  },
  component: lazyRouteComponent(() => import('./Beds.tsx'), 'Beds'),
})

const newBedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/beds/new',
  staticData: { title: 'Add New Bed' },
  beforeLoad: requirePermission('bed.edit'),
  component: lazyRouteComponent(() => import('./bed/NewBed.tsx'), 'NewBed'),
})

const severalBedsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/beds/new/several',
  staticData: { title: 'Add Several Beds' },
  beforeLoad: requirePermission('bed.edit'),
  component: lazyRouteComponent(() => import('./bed/NewBeds.tsx'), 'NewBeds'),
})

const wardsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/beds/wards',
  staticData: { title: 'Wards' },
  beforeLoad: requirePermission('bed.edit'),
  component: lazyRouteComponent(() => import('./wards/WardList.tsx'), 'WardList'),
})

const admissionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admissions',
  validateSearch: AdmissionListSearch,
  staticData: { title: 'Admissions and Discharges' },
  beforeLoad: requirePermission('bed.view'),
  component: lazyRouteComponent(() => import('./list/AdmissionList.tsx'), 'AdmissionList'),
})

const navigation: NavigationEntry[] = [
  { to: '/beds', label: 'Bed Management', icon: IconBed, permission: 'bed.view' },
  { to: '/admissions', label: 'Admissions', icon: IconBedFlat, permission: 'bed.view' },
]

export const admissions = {
  routes: [bedsRoute, newBedRoute, severalBedsRoute, wardsRoute, admissionsRoute],
  navigation,
}

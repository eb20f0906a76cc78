import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { BedsSearch } from '../admissions/board/beds-search.ts'
import { bedsQuery } from '../admissions/queries.ts'
import { requirePermission } from '../session/guards.ts'
import { shellRoute } from './shell.tsx'

const bedsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/beds',
  validateSearch: BedsSearch,
  staticData: { title: 'Bed Management' },
  beforeLoad: requirePermission('bed.view'),
  loaderDeps: ({ search }) => ({ isPast: search.at !== undefined }),
  // Read while the screen's code loads; never for a mere hover, because every read of patients is on record.
  loader: ({ cause, context, deps }) => {
    if (cause === 'enter' && !deps.isPast) void context.queryClient.prefetchQuery(bedsQuery)
  },
  component: lazyRouteComponent(() => import('../admissions/board/Beds.tsx'), 'Beds'),
})

const newBedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/beds/new',
  staticData: { title: 'Add New Bed' },
  beforeLoad: requirePermission('bed.edit'),
  component: lazyRouteComponent(() => import('../admissions/bed/NewBed.tsx'), 'NewBed'),
})

export const bedRoutes = [bedsRoute, newBedRoute] as const

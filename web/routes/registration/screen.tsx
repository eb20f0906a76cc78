import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'
import type { RegistrationSearch } from './registration-search.ts'

export const registrationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/patients/new',
  // The screen reads it, because every screen loads what stands here.
  validateSearch: (search: RegistrationSearch & SearchSchemaInput) => search as RegistrationSearch,
  staticData: { title: 'New Patient' },
  beforeLoad: requirePermission('patient.edit'),
  component: lazyRouteComponent(() => import('./Registration.tsx'), 'Registration'),
})

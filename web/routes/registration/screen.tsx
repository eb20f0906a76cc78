import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'
import { RegistrationSearch } from '../../people/patients/called.ts'

export const registrationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/patients/new',
  validateSearch: RegistrationSearch,
  staticData: { title: 'New Patient' },
  beforeLoad: requirePermission('patient.edit'),
  component: lazyRouteComponent(() => import('./Registration.tsx'), 'Registration'),
})

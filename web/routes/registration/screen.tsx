import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { RegistrationSearch } from '../../patients/called.ts'
import { requirePermission } from '../../session/guards.ts'
import { shellRoute } from '../../shell/shell-route.tsx'

export const registrationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/patients/new',
  validateSearch: RegistrationSearch,
  staticData: { title: 'New Patient' },
  beforeLoad: requirePermission('patient.edit'),
  component: lazyRouteComponent(() => import('./Registration.tsx'), 'Registration'),
})

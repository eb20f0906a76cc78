import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'

const clinicsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/staff/clinics',
  staticData: { title: 'Clinics' },
  beforeLoad: requirePermission('staff.manage'),
  component: lazyRouteComponent(() => import('./ClinicList.tsx'), 'ClinicList'),
})

export const clinics = { routes: [clinicsRoute], navigation: [] }

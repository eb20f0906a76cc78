import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { idParam } from '../../ground/records/list/search-params.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission, requireRecord } from '../../ground/sign-in/guards.ts'

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/absences',
  staticData: { title: 'Absences' },
  beforeLoad: requirePermission('appointment.view'),
  component: lazyRouteComponent(() => import('./AbsenceList.tsx'), 'AbsenceList'),
})

const outsideRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/absences/outside',
  validateSearch: z.object({ doctorId: idParam }),
  staticData: { title: 'Bookings Outside Hours' },
  beforeLoad: requirePermission('appointment.view'),
  component: lazyRouteComponent(() => import('./OutsideHours.tsx'), 'OutsideHours'),
})

const absenceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/absences/$id',
  staticData: { title: 'Absence' },
  beforeLoad: requireRecord('appointment.view'),
  component: lazyRouteComponent(() => import('./Absence.tsx'), 'Absence'),
})

/** The doctors’ hours and the calendar lead here; the sidebar doesn't. */
export const closures = { routes: [listRoute, outsideRoute, absenceRoute], navigation: [] }

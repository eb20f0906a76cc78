import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { dayParam, idParam, searchText } from '../../ground/records/list/search-params.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'

const RegistrationSearch = z.object({
  /** 'Asha Rao', as it was typed. */
  called: z
    .union([z.string(), z.number()])
    .transform((typed) => String(typed).trim().slice(0, 100) || undefined)
    .optional()
    .catch(undefined),
  /** With the booking from home that the patient is registered for: what its booker typed. */
  booking: idParam,
  born: dayParam,
  phone: searchText,
  email: searchText,
})

export const registrationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/patients/new',
  validateSearch: RegistrationSearch,
  staticData: { title: 'New Patient' },
  beforeLoad: requirePermission('patient.edit'),
  component: lazyRouteComponent(() => import('./Registration.tsx'), 'Registration'),
})

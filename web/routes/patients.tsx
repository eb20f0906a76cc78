import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { patientActs } from '../admissions/stays/patient-acts.ts'
import { filterOf, PatientListSearch, patientsPerPage } from '../patients/list/list-search.ts'
import { patientListQuery, patientQuery, patientSummaryQuery } from '../patients/queries.ts'
import { requirePermission } from '../session/guards.ts'
import { shellRoute } from './shell.tsx'

const patientListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/patients',
  validateSearch: PatientListSearch,
  staticData: { title: 'Patients' },
  beforeLoad: requirePermission('patient.view'),
  loaderDeps: ({ search }) => search,
  // Read while the screen's code loads; never for a mere hover, because every read of patients is on record.
  loader: ({ cause, context, deps }) => {
    if (cause !== 'enter') return
    void context.queryClient.prefetchQuery(patientSummaryQuery)
    void context.queryClient.prefetchQuery(
      patientListQuery({ ...filterOf(deps), page: deps.page ?? 1, limit: patientsPerPage }),
    )
  },
  component: lazyRouteComponent(() => import('../patients/list/PatientList.tsx'), 'PatientList'),
})

const PatientTabSearch = z.object({
  tab: z.enum(['overview', 'appointments', 'admissions']).optional().catch(undefined),
  page: z.number().int().min(1).max(1_000_000).optional().catch(undefined),
  /** The dialog that is open. */
  act: z.enum(patientActs).optional().catch(undefined),
})

const patientRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/patients/$id',
  validateSearch: PatientTabSearch,
  staticData: { title: 'Patient record' },
  beforeLoad: requirePermission('patient.view'),
  loader: ({ cause, context, params }) => {
    if (cause === 'enter') void context.queryClient.prefetchQuery(patientQuery(params.id))
  },
  component: lazyRouteComponent(() => import('../patients/record/PatientDetail.tsx'), 'PatientDetail'),
})

const newPatientRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/patients/new',
  staticData: { title: 'New Patient' },
  beforeLoad: requirePermission('patient.edit'),
  component: lazyRouteComponent(() => import('../patients/form/NewPatient.tsx'), 'NewPatient'),
})

const editPatientRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/patients/edit/$id',
  staticData: { title: 'Edit Patient' },
  beforeLoad: requirePermission('patient.edit'),
  loader: ({ cause, context, params }) => {
    if (cause === 'enter') void context.queryClient.prefetchQuery(patientQuery(params.id))
  },
  component: lazyRouteComponent(() => import('../patients/form/EditPatient.tsx'), 'EditPatient'),
})

export const patientRoutes = [patientListRoute, newPatientRoute, editPatientRoute, patientRoute] as const

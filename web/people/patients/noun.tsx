import { IconUsers } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { NavigationEntry } from '../../ground/shell/navigation-entry.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission, requireRecord } from '../../ground/sign-in/guards.ts'
import { DuplicatesSearch, filterOf, PatientListSearch, patientsPerPage } from './list/list-search.ts'
import { patientListQuery, patientQuery, patientSummaryQuery } from './queries.ts'

const patientListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/patients',
  validateSearch: PatientListSearch,
  staticData: { title: 'Patients' },
  beforeLoad: requirePermission('patient.view'),
  loaderDeps: ({ search }) => search,
  // Fetched while the screen's code loads, but never on hover, because every read of patients is recorded.
  loader: ({ cause, context, deps }) => {
    if (cause !== 'enter') return
    void context.queryClient.prefetchQuery(patientSummaryQuery)
    void context.queryClient.prefetchQuery(
      patientListQuery({ ...filterOf(deps), page: deps.page ?? 1, limit: patientsPerPage }),
    )
  },
  component: lazyRouteComponent(() => import('./list/PatientList.tsx'), 'PatientList'),
})

const editPatientRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/patients/edit/$id',
  staticData: { title: 'Edit Patient' },
  beforeLoad: requireRecord('patient.edit'),
  loader: ({ cause, context, params }) => {
    if (cause === 'enter') void context.queryClient.prefetchQuery(patientQuery(params.id))
  },
  component: lazyRouteComponent(() => import('./form/EditPatient.tsx'), 'EditPatient'),
})

const duplicatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/duplicates',
  validateSearch: DuplicatesSearch,
  staticData: { title: 'Possible Duplicates' },
  beforeLoad: requirePermission('patient.edit'),
  component: lazyRouteComponent(() => import('./duplicates/DuplicatesPage.tsx'), 'DuplicatesPage'),
})

const navigation: NavigationEntry[] = [
  { to: '/patients', label: 'Patients', icon: IconUsers, permission: 'patient.view' },
]

/** Registering a patient and the record of one are of several nouns: routes/registration/, routes/patient-record/. */
export const patients = { routes: [patientListRoute, editPatientRoute, duplicatesRoute], navigation }

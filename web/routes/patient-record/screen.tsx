import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { timelineKindNames } from '../../../contract/clinical/timeline-kinds.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requireRecord } from '../../ground/sign-in/guards.ts'
import { labels } from '../../people/patients/labels/kinds.ts'
import { patientQuery } from '../../people/patients/queries.ts'
import { patientActs } from '../../wards/beds-and-admissions/current/patient-acts.ts'
import { clinicalActs } from './clinical-acts.ts'
import { recordTabs } from './tabs.ts'

const PatientTabSearch = z.object({
  tab: z.enum(recordTabs).optional().catch(undefined),
  page: z.number().int().min(1).max(1_000_000).optional().catch(undefined),
  /** The dialog that is open. */
  act: z
    .enum([...patientActs, ...clinicalActs])
    .optional()
    .catch(undefined),
  /** Vital signs over time, instead of the latest of each. */
  vitals: z.literal('history').optional().catch(undefined),
  /** The filter of the timeline. */
  kind: z.enum(timelineKindNames).optional().catch(undefined),
  /** The printout that goes with the patient. */
  print: z.enum(labels).optional().catch(undefined),
})

export const patientRecordRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/patients/$id',
  validateSearch: PatientTabSearch,
  staticData: { title: 'Patient record' },
  beforeLoad: requireRecord('patient.view'),
  loader: ({ cause, context, params }) => {
    if (cause === 'enter') void context.queryClient.prefetchQuery(patientQuery(params.id))
  },
  component: lazyRouteComponent(() => import('./PatientRecord.tsx'), 'PatientRecord'),
})

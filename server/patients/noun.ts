import type { Noun } from '../http/noun.ts'
import { live } from './live.ts'
import { patientRoutes } from './routes.ts'

export const patients = {
  routes: patientRoutes,
  live,
  constraints: {
    patient_mrn_once: { code: 'conflict', detail: 'That MRN was just given to someone else. Try again.' },
  },
} satisfies Noun

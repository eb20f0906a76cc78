import type { Noun } from '../http/noun.ts'
import { patientRoutes } from './routes.ts'

export const patients = {
  routes: patientRoutes,
  live: { patient: 'patient.view' },
  constraints: {
    patient_mrn_once: { code: 'conflict', detail: 'That MRN was just given to somebody else. Try again.' },
  },
} satisfies Noun

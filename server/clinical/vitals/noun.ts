import type { Change } from '../db/changes.ts'
import { where } from '../http/live-noun.ts'
import type { Noun } from '../http/noun.ts'
import { vitalsRoutes } from './routes.ts'

const ofPatient = ({ told }: Change) => told.patient ?? []

export const vitals = {
  routes: vitalsRoutes,
  live: {
    stale: {
      'patient-vitals': {
        'vital-signs': ofPatient,
        // Whether a high score is acknowledged, and whether the patient is in the hospital.
        'news2-alert': ofPatient,
        admission: ofPatient,
        staff: where('named'),
      },
    },
  },
} satisfies Noun

import type { Change } from '../../ground/db/changes.ts'
import { where } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
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

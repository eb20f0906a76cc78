import { where } from '../http/live-noun.ts'
import type { Noun } from '../http/noun.ts'
import { vitalsRoutes } from './routes.ts'

export const vitals = {
  routes: vitalsRoutes,
  live: {
    stale: {
      'patient-vitals': { 'vital-signs': ({ told }) => told['patient'] ?? [], staff: where('named') },
    },
  },
} satisfies Noun

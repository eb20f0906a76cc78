import type { Noun } from '../http/noun.ts'
import { live } from './live.ts'
import { bedRoutes } from './routes.ts'

export const beds = {
  routes: bedRoutes,
  live,
  constraints: {
    bed_number_once: { code: 'bed_number_taken', detail: 'Another bed already has this number.' },
  },
} satisfies Noun
